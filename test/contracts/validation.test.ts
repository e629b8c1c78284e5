import { keccak256, parseEventLogs, toFunctionSelector, toHex, zeroHash } from "viem";
import { describe, expect, test } from "vitest";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { refusal, useLocalChain } from "../support/local-chain.ts";

const chain = useLocalChain();
const validator = (number: number) => chain.users[number]!;
const hashOf = (text: string) => keccak256(toHex(text));
const request = (content: string, by = validator(0)) =>
  [by.address, chain.agentId, "ipfs://request", hashOf(content)] as const;
const response = (content: string, value: number, tag = "code") =>
  [hashOf(content), value, "ipfs://response", hashOf(`of ${content}`), tag] as const;
const ask = async (content: string, of = validator(0)) =>
  mined(
    chain.clients,
    chain.validation.write.validationRequest(request(content, of), { account: chain.agent }),
  );
const answer = async (content: string, value: number, { by = validator(0), tag = "code" } = {}) =>
  mined(
    chain.clients,
    chain.validation.write.validationResponse(response(content, value, tag), { account: by }),
  );

describe("a validation", () => {
  test("is requested once per hash by the agent's owner or operators", async () => {
    const { logs } = await ask("a");
    const [told] = parseEventLogs({ abi: chain.validation.abi, logs, eventName: "ValidationRequest" });
    expect(told?.args).toEqual({
      validatorAddress: validator(0).address,
      agentId: 0n,
      requestURI: "ipfs://request",
      requestHash: hashOf("a"),
    });
    const asks = (content: string, account: LocalAccount) =>
      refusal(chain.validation.simulate.validationRequest(request(content), { account }));
    expect(await asks("a", chain.agent)).toBe("exists");
    expect(await asks("b", validator(3))).toBe("Not authorized");
    await mined(
      chain.clients,
      chain.identity.write.setApprovalForAll([validator(3).address, true], { account: chain.agent }),
    );
    expect(await asks("b", validator(3))).toBe("not refused");
  });

  test("needs a validator and an agent", async () => {
    const none = `0x${"0".repeat(40)}` as const;
    const asks = (...terms: [`0x${string}`, bigint]) =>
      refusal(
        chain.validation.simulate.validationRequest([...terms, "ipfs://request", hashOf("a")], {
          account: chain.agent,
        }),
      );
    expect(await asks(none, 0n)).toBe("bad validator");
    expect(await asks(validator(0).address, 7n)).toBe(toFunctionSelector("ERC721NonexistentToken(uint256)"));
  });

  test("is answered with 0 to 100 by its validator, who may answer again", async () => {
    await ask("a");
    const answers = (content: string, value: number, account: LocalAccount) =>
      refusal(chain.validation.simulate.validationResponse(response(content, value), { account }));
    expect(await answers("a", 50, validator(1))).toBe("not validator");
    expect(await answers("a", 101, validator(0))).toBe("resp>100");
    expect(await answers("b", 50, validator(0))).toBe("unknown");
    expect(await refusal(chain.validation.read.getValidationStatus([hashOf("b")]))).toBe("unknown");
    const status = async () => (await chain.validation.read.getValidationStatus([hashOf("a")])).slice(0, 5);
    expect(await status()).toEqual([validator(0).address, 0n, 0, zeroHash, ""]);
    const { logs } = await answer("a", 87);
    const [told] = parseEventLogs({ abi: chain.validation.abi, logs, eventName: "ValidationResponse" });
    expect(told?.args).toEqual({
      validatorAddress: validator(0).address,
      agentId: 0n,
      requestHash: hashOf("a"),
      response: 87,
      responseURI: "ipfs://response",
      responseHash: hashOf("of a"),
      tag: "code",
    });
    await answer("a", 12, { tag: "again" });
    expect(await status()).toEqual([validator(0).address, 0n, 12, hashOf("of a"), "again"]);
  });

  test("is counted by validator and tag once it is answered", async () => {
    await ask("a");
    await ask("b");
    await ask("c", validator(1));
    await ask("d");
    await answer("a", 100);
    await answer("b", 51, { tag: "other" });
    await answer("c", 0, { by: validator(1) });
    const summary = (validators: readonly LocalAccount[], tag = "") =>
      chain.validation.read.getSummary([0n, validators.map(({ address }) => address), tag]);
    expect(await summary([])).toEqual([3n, 50]);
    expect(await summary([validator(0)])).toEqual([2n, 75]);
    expect(await summary([validator(0), validator(1)], "code")).toEqual([2n, 50]);
    expect(await summary([validator(2)])).toEqual([0n, 0]);
    const hashes = ["a", "b", "c", "d"].map(hashOf);
    expect(await chain.validation.read.getAgentValidations([0n])).toEqual(hashes);
    expect(await chain.validation.read.getValidatorRequests([validator(1).address])).toEqual([hashes[2]]);
    expect(await chain.validation.read.getIdentityRegistry()).toBe(chain.identity.address);
  });
});
