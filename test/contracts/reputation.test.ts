import { parseEventLogs, toFunctionSelector, zeroHash } from "viem";
import { describe, expect, test } from "vitest";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { refusal, useLocalChain } from "../support/local-chain.ts";

const chain = useLocalChain();
const rater = (number: number) => chain.users[number]!;

type Rating = { value: bigint; decimals?: number; tag1?: string; tag2?: string };
const feedback = ({ value, decimals = 0, tag1 = "starred", tag2 = "" }: Rating) =>
  [chain.agentId, value, decimals, tag1, tag2, "https://endpoint", "ipfs://feedback", zeroHash] as const;
const rate = (by: LocalAccount, rating: Rating) =>
  mined(chain.clients, chain.reputation.write.giveFeedback(feedback(rating), { account: by }));
const summary = (raters: readonly LocalAccount[], tag1 = "", tag2 = "") =>
  chain.reputation.read.getSummary([chain.agentId, raters.map(({ address }) => address), tag1, tag2]);

describe("feedback", () => {
  test("is logged with all its fields", async () => {
    const { logs } = await rate(rater(0), { value: 87n, tag2: "repair" });
    const [told] = parseEventLogs({ abi: chain.reputation.abi, logs, eventName: "NewFeedback" });
    expect(told?.args).toMatchObject({
      agentId: 0n,
      clientAddress: rater(0).address,
      feedbackIndex: 1n,
      value: 87n,
      valueDecimals: 0,
      tag1: "starred",
      tag2: "repair",
      endpoint: "https://endpoint",
      feedbackURI: "ipfs://feedback",
      feedbackHash: zeroHash,
    });
    expect(await chain.reputation.read.readFeedback([0n, rater(0).address, 1n])).toEqual([
      87n,
      0,
      "starred",
      "repair",
      false,
    ]);
  });

  test("is refused from the agent's owner and operators", async () => {
    const give = (account: LocalAccount) =>
      refusal(chain.reputation.simulate.giveFeedback(feedback({ value: 100n }), { account }));
    expect(await give(chain.agent)).toBe("Self-feedback not allowed");
    await mined(
      chain.clients,
      chain.identity.write.setApprovalForAll([rater(0).address, true], { account: chain.agent }),
    );
    expect(await give(rater(0))).toBe("Self-feedback not allowed");
  });

  test("is refused for an unknown agent and for values out of bounds", async () => {
    const give = (terms: ReturnType<typeof feedback>) =>
      refusal(chain.reputation.simulate.giveFeedback(terms, { account: rater(0) }));
    const [, ...rest] = feedback({ value: 1n });
    const simulated = chain.reputation.simulate.giveFeedback([7n, ...rest], { account: rater(0) });
    expect(await refusal(simulated)).toBe(toFunctionSelector("ERC721NonexistentToken(uint256)"));
    expect(await give(feedback({ value: 1n, decimals: 19 }))).toBe("too many decimals");
    expect(await give(feedback({ value: 10n ** 38n + 1n }))).toBe("value too large");
    expect(await give(feedback({ value: 10n ** 38n }))).toBe("not refused");
  });

  test("is counted by client, in the clients' order of arrival", async () => {
    await rate(rater(1), { value: 1n });
    await rate(rater(0), { value: 2n });
    await rate(rater(1), { value: 3n });
    expect(await chain.reputation.read.getClients([0n])).toEqual([rater(1).address, rater(0).address]);
    expect(await chain.reputation.read.getLastIndex([0n, rater(1).address])).toBe(2n);
  });

  test("is revoked once by its author", async () => {
    await rate(rater(0), { value: 10n });
    await mined(chain.clients, chain.reputation.write.revokeFeedback([0n, 1n], { account: rater(0) }));
    expect(await summary([rater(0)])).toEqual([0n, 0n, 0]);
    const again = (index: bigint) =>
      refusal(chain.reputation.simulate.revokeFeedback([0n, index], { account: rater(0) }));
    expect(await again(1n)).toBe("Already revoked");
    expect(await again(2n)).toBe("index out of bounds");
    expect(await again(0n)).toBe("index out of bounds");
  });

  test("can be answered by anyone", async () => {
    await rate(rater(0), { value: 10n });
    const answer = [0n, rater(0).address, 1n, "ipfs://answer", zeroHash] as const;
    await mined(chain.clients, chain.reputation.write.appendResponse(answer, { account: chain.agent }));
    await mined(chain.clients, chain.reputation.write.appendResponse(answer, { account: rater(3) }));
    const count = (responders: readonly `0x${string}`[]) =>
      chain.reputation.read.getResponseCount([0n, rater(0).address, 1n, responders]);
    expect(await count([])).toBe(2n);
    expect(await count([chain.agent.address])).toBe(1n);
  });

  test("can be read in full, by tag, and with revoked entries", async () => {
    await rate(rater(0), { value: 1n, tag1: "uptime" });
    await rate(rater(1), { value: 2n });
    await rate(rater(1), { value: 3n });
    await mined(chain.clients, chain.reputation.write.revokeFeedback([0n, 1n], { account: rater(1) }));
    const read = async (raters: readonly LocalAccount[], tag: string, includeRevoked: boolean) => {
      const addresses = raters.map(({ address }) => address);
      const [clients, indexes, values, , tags, , revoked] = await chain.reputation.read.readAllFeedback([
        0n,
        addresses,
        tag,
        "",
        includeRevoked,
      ]);
      return clients.map((client, n) => [client, indexes[n], values[n], tags[n], revoked[n]]);
    };
    const [first, second, third] = [
      [rater(0).address, 1n, 1n, "uptime", false],
      [rater(1).address, 1n, 2n, "starred", true],
      [rater(1).address, 2n, 3n, "starred", false],
    ];
    expect(await read([], "", false)).toEqual([first, third]);
    expect(await read([], "", true)).toEqual([first, second, third]);
    expect(await read([], "uptime", true)).toEqual([first]);
    expect(await read([rater(1)], "", false)).toEqual([third]);
  });
});

describe("a summary", () => {
  test("is refused without a client", async () => {
    expect(await refusal(summary([]))).toBe("clientAddresses required");
  });

  test("is the truncated mean of the given clients' values", async () => {
    await rate(rater(0), { value: 87n });
    await rate(rater(1), { value: 95n });
    await rate(rater(2), { value: 60n });
    expect(await summary([rater(0), rater(1), rater(2)])).toEqual([3n, 80n, 0]);
    expect(await summary([rater(0), rater(2)])).toEqual([2n, 73n, 0]);
    expect(await summary([rater(3)])).toEqual([0n, 0n, 0]);
  });

  test("is truncated towards zero for negative values too", async () => {
    await rate(rater(0), { value: -2n });
    await rate(rater(1), { value: -1n });
    expect(await summary([rater(0), rater(1)])).toEqual([2n, -1n, 0]);
  });

  test("has the decimals that most of the values have", async () => {
    await rate(rater(0), { value: 90n });
    await rate(rater(1), { value: 9955n, decimals: 2 });
    await rate(rater(2), { value: 9945n, decimals: 2 });
    expect(await summary([rater(0), rater(1), rater(2)])).toEqual([3n, 9633n, 2]);
  });

  test("counts only the given tags", async () => {
    await rate(rater(0), { value: 10n, tag1: "uptime", tag2: "day" });
    await rate(rater(0), { value: 20n, tag1: "uptime", tag2: "week" });
    await rate(rater(0), { value: 90n });
    expect(await summary([rater(0)], "uptime")).toEqual([2n, 15n, 0]);
    expect(await summary([rater(0)], "uptime", "week")).toEqual([1n, 20n, 0]);
  });
});
