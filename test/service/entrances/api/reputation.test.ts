import { getAddress, type Hex } from "viem";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { MarketplaceRequest } from "../../../../parts/journal/marketplace-request.ts";
import type { EntryState } from "../../../../parts/store/journal.ts";
import { mined } from "../../../../scripts/chain/deployer.ts";
import { useLocalChain } from "../../../support/local-chain.ts";
import { manualClock, type ManualClock } from "../../../support/manual-clock.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import { until } from "../../../support/until.ts";
import { startRpcProxy, type RpcProxy } from "../rpc-proxy.ts";

const chain = useLocalChain();
let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  return async () => services[Symbol.asyncDispose]();
});

type Rated = Readonly<{ service: TestService; clock: ManualClock; rpc: RpcProxy }>;

/** A service whose agent is number 0 of the chain's registries. */
async function openRated(env: Record<string, string> = {}): Promise<Rated> {
  const rpc = await startRpcProxy(chain.url);
  const clock = manualClock();
  const service = await services.open({
    env: {
      CHAIN_RPC_URL: rpc.url,
      CHAIN_ID: "31337",
      REPUTATION_REGISTRY: chain.reputation.address,
      AGENT_ID: "0",
      BASE_URL: "https://assay.example",
      ...env,
    },
    overrides: { clock },
  });
  onTestFinished(async () => {
    await service[Symbol.asyncDispose]();
    await rpc[Symbol.asyncDispose]();
  });
  return { service, clock, rpc };
}

const ask = async ({ service }: Rated): Promise<{ status: number; body: any }> => {
  const response = await service.send("/v1/reputation");
  return { status: response.status, body: await response.json() };
};

/** Records that this account sent a request to the agent, and its state. */
async function journal(
  { service }: Rated,
  requester: Hex,
  state: EntryState,
  { book, origin = "chain" }: { book?: string; origin?: MarketplaceRequest["origin"] } = {},
): Promise<void> {
  const body = { origin, requester, attempts: 0, at: {} } satisfies Partial<MarketplaceRequest>;
  await service.parts.store.addEntry({
    book: book ?? `31337:${chain.marketplace.address.toLowerCase()}`,
    id: requester.padEnd(66, "0"),
    state,
    seenAtMs: 1,
    changedAtMs: 1,
    dueAtMs: null,
    body: JSON.stringify(body),
  });
}

const [alice, bob] = [() => chain.users[0]!, () => chain.users[1]!];

async function rate(
  account: ReturnType<typeof alice>,
  value: bigint,
  { agentId = 0n, tag = "starred" }: { agentId?: bigint; tag?: string } = {},
): Promise<void> {
  const hash: Hex = `0x${"00".repeat(32)}`;
  const args = [agentId, value, 0, tag, "", "", "", hash] as const;
  await mined(chain.clients, chain.reputation.write.giveFeedback(args, { account }));
}

describe("a deployment without an agent to rate", () => {
  test.for<[string, Record<string, string>]>([
    ["no registry", { REPUTATION_REGISTRY: "" }],
    ["no agent", { AGENT_ID: "" }],
  ])("has no reputation with %s", async ([, env]) => {
    expect(await ask(await openRated(env))).toMatchObject({
      status: 404,
      body: { error: "not_found", message: "This deployment has no agent to rate." },
    });
  });
});

describe("the ratings", () => {
  test("are empty at first, of an agent whose id is 0", async () => {
    const rated = await openRated();
    const { status, body } = await ask(rated);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      registry: getAddress(chain.reputation.address),
      chain_id: 31337,
      agent_id: 0,
      count: 0,
      average: null,
      all: { count: 0, average: null },
      as_of: "2026-11-15T12:00:00.000Z",
    });
  });

  test.for<EntryState>(["delivered", "settled"])(
    "count from a requester whose request is %s",
    async (state) => {
      const rated = await openRated();
      await journal(rated, alice().address, state);
      await rate(alice(), 87n);
      expect((await ask(rated)).body).toMatchObject({
        count: 1,
        average: 87,
        all: { count: 1, average: 87 },
      });
    },
  );

  test.for<EntryState>(["seen", "published", "lost", "refused", "vanished"])(
    "count only in the total from a requester whose request is %s",
    async (state) => {
      const rated = await openRated();
      await journal(rated, alice().address, state);
      await rate(alice(), 87n);
      expect((await ask(rated)).body).toMatchObject({
        count: 0,
        average: null,
        all: { count: 1, average: 87 },
      });
    },
  );

  test("do not count from strangers, other chains' requesters and other agents' raters", async () => {
    const rated = await openRated();
    await mined(chain.clients, chain.identity.write.register({ account: chain.agent }));
    await journal(rated, alice().address, "settled");
    await journal(rated, bob().address, "settled", {
      book: `100:${chain.marketplace.address.toLowerCase()}`,
    });
    await rate(alice(), 80n);
    await rate(bob(), 10n);
    await rate(chain.users[2]!, 0n);
    await rate(alice(), 1n, { agentId: 1n });
    expect((await ask(rated)).body).toMatchObject({ count: 1, average: 80, all: { count: 3, average: 30 } });
  });

  test("do not count from owners whose agents were only validated, for free", async () => {
    const rated = await openRated();
    await journal(rated, alice().address, "settled", { origin: "validation" });
    await rate(alice(), 80n);
    expect((await ask(rated)).body).toMatchObject({
      count: 0,
      average: null,
      all: { count: 1, average: 80 },
    });
  });

  test("are shown with their decimals, below zero too", async () => {
    const rated = await openRated();
    await journal(rated, alice().address, "settled");
    const hash: Hex = `0x${"00".repeat(32)}`;
    const args = [0n, -1234n, 2, "starred", "", "", "", hash] as const;
    await mined(chain.clients, chain.reputation.write.giveFeedback(args, { account: alice() }));
    expect((await ask(rated)).body).toMatchObject({ count: 1, average: -12.34 });
  });

  test("under other tags are shown separately, and do not change the average", async () => {
    const rated = await openRated();
    await journal(rated, alice().address, "settled");
    await journal(rated, bob().address, "settled");
    await rate(alice(), 80n);
    await rate(alice(), 250n, { tag: "responseTime" });
    await rate(bob(), 150n, { tag: "responseTime" });
    await rate(bob(), 99n, { tag: "uptime" });
    await rate(bob(), 1n, { tag: "" });
    await rate(chain.users[2]!, 7n, { tag: "strangers" });
    const { body } = await ask(rated);
    expect(body).toMatchObject({ count: 1, average: 80, all: { count: 1, average: 80 } });
    expect(body.tags).toEqual([
      { tag: "responseTime", count: 2, average: 200 },
      { tag: "uptime", count: 1, average: 99 },
    ]);
    expect(body.raters).toContainEqual({ address: bob().address, is_requester: true, average: null });
  });

  test("count from x402 payers", async () => {
    const rated = await openRated();
    await rated.service.parts.store.addServed(alice().address.toLowerCase());
    await rate(alice(), 87n);
    await rate(bob(), 10n);
    expect((await ask(rated)).body).toMatchObject({ count: 1, average: 87, all: { count: 2, average: 48 } });
  });

  test("do not count once they are revoked", async () => {
    const rated = await openRated();
    await journal(rated, alice().address, "settled");
    await rate(alice(), 87n);
    await mined(chain.clients, chain.reputation.write.revokeFeedback([0n, 1n], { account: alice() }));
    expect((await ask(rated)).body).toMatchObject({ count: 0, average: null });
  });

  test("count from a requester served longer ago than a page of the journal", async () => {
    const rated = await openRated();
    await journal(rated, alice().address, "settled");
    const later = Array.from({ length: 600 }, async (_, n) =>
      rated.service.parts.store.addEntry({
        book: "31337:0x00",
        id: `0x${n.toString(16).padStart(64, "0")}`,
        state: "settled",
        seenAtMs: 10 + n,
        changedAtMs: 1,
        dueAtMs: null,
        body: JSON.stringify({ requester: bob().address }),
      }),
    );
    await Promise.all(later);
    await rate(alice(), 87n);
    expect((await ask(rated)).body).toMatchObject({ count: 1 });
  });
});

describe("the call that adds a rating", () => {
  test("is described completely", async () => {
    const { body } = await ask(await openRated());
    expect(body.how_to_rate).toMatchObject({
      chain_id: 31337,
      to: getAddress(chain.reputation.address),
      function: "giveFeedback(uint256,int128,uint8,string,string,string,string,bytes32)",
      calldata_template: expect.stringMatching(/^0x3c036a7e[0-9a-f]+$/),
      abi: [{ type: "function", name: "giveFeedback", inputs: expect.any(Array) }],
    });
    expect(body.how_to_rate.args.map(({ name, value }: any) => [name, value])).toEqual([
      ["agentId", 0],
      ["value", 50],
      ["valueDecimals", 0],
      ["tag1", "starred"],
      ["tag2", ""],
      ["endpoint", "https://assay.example"],
      ["feedbackURI", ""],
      ["feedbackHash", `0x${"00".repeat(32)}`],
    ]);
  });

  test("can be sent unchanged, and then counts", async () => {
    const rated = await openRated();
    await journal(rated, alice().address, "settled");
    const { how_to_rate } = (await ask(rated)).body;
    await send(alice(), how_to_rate, how_to_rate.calldata_template);
    await rated.clock.advance(15_000);
    expect((await ask(rated)).body).toMatchObject({ count: 1, average: 50 });
  });

  test("accepts another rating in place of the placeholder", async () => {
    const rated = await openRated();
    await journal(rated, alice().address, "settled");
    const { how_to_rate } = (await ask(rated)).body;
    const { at_byte: start, bytes } = how_to_rate.placeholders.value;
    const calldata = Buffer.from(how_to_rate.calldata_template.slice(2), "hex");
    calldata.fill(0, start, start + bytes);
    calldata[start + bytes - 1] = 93;
    await send(alice(), how_to_rate, `0x${calldata.toString("hex")}`);
    await rated.clock.advance(15_000);
    expect((await ask(rated)).body).toMatchObject({ count: 1, average: 93 });
  });

  async function send(account: ReturnType<typeof alice>, { to }: { to: Hex }, data: Hex): Promise<void> {
    await mined(chain.clients, chain.clients.wallet.sendTransaction({ account, to, data }));
  }
});

describe("the chain", () => {
  test("is read once for many callers, and again after a quarter of a minute at the earliest", async () => {
    const rated = await openRated();
    await Promise.all(Array.from({ length: 20 }, async () => ask(rated)));
    const once = rated.rpc.calls();
    expect(once).toBeLessThanOrEqual(2);
    await rated.clock.advance(14_999);
    await ask(rated);
    expect(rated.rpc.calls()).toBe(once);
    await rated.clock.advance(1);
    expect((await ask(rated)).body.as_of).toBe("2026-11-15T12:00:15.000Z");
    expect(rated.rpc.calls()).toBe(2 * once);
  });

  test("may be unavailable: the last ratings stay, with their age", async () => {
    const rated = await openRated();
    await journal(rated, alice().address, "settled");
    await rate(alice(), 87n);
    await ask(rated);
    rated.rpc.become("down");
    await rated.clock.advance(3_600_000);
    expect(await ask(rated)).toMatchObject({
      status: 200,
      body: { count: 1, average: 87, as_of: "2026-11-15T12:00:00.000Z" },
    });
  });

  test("causes a refusal with the time to retry when it is unavailable from the start", async () => {
    const rated = await openRated();
    rated.rpc.become("down");
    expect(await ask(rated)).toMatchObject({
      status: 503,
      body: {
        error: "engine_unavailable",
        message: "The chain that holds the ratings cannot be reached right now.",
        remedy: { action: "retry" },
      },
    });
    const asked = rated.rpc.calls();
    await ask(rated);
    expect(rated.rpc.calls()).toBe(asked);
    rated.rpc.become("up");
    await rated.clock.advance(5000);
    expect((await ask(rated)).status).toBe(200);
  });

  test("does not delay callers who can get the last ratings when it stops answering", async () => {
    const rated = await openRated();
    await ask(rated);
    rated.rpc.become("silent");
    await rated.clock.advance(15_000);
    const asked = rated.rpc.calls();
    const answer = ask(rated);
    await until(() => rated.rpc.calls() > asked);
    await rated.clock.advance(2000);
    expect(await answer).toMatchObject({ status: 200, body: { as_of: "2026-11-15T12:00:00.000Z" } });
  });

  test("must be the configured one, because the registry has the same address on many", async () => {
    const rated = await openRated({ CHAIN_ID: "100" });
    expect((await ask(rated)).status).toBe(503);
  });

  test("does not count as one without ratings when the registry is not at that address", async () => {
    const rated = await openRated({ REPUTATION_REGISTRY: `0x${"12".repeat(20)}` });
    expect((await ask(rated)).status).toBe(503);
  });
});
