import type { Hex } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import type { AgentConfig } from "../../agent/config.ts";
import type { AgentParts } from "../../agent/parts.ts";
import { fetchRequest } from "../../agent/steps/fetch.ts";
import { judgeTask } from "../../agent/steps/judge.ts";
import { publishDocument } from "../../agent/steps/publish.ts";
import { settleDelivery } from "../../agent/steps/settle.ts";
import type { Step } from "../../agent/steps/step.ts";
import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { deliverWork } from "../../scripts/chain/actions.ts";
import { passTime } from "../support/local-chain.ts";
import { startRpcProxy } from "../support/rpc-proxy.ts";
import { manualClock, type ManualClock } from "../support/manual-clock.ts";
import { placeRequest } from "./placed-request.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();
const { chain } = scene;
let clock: ManualClock;
let parts: AgentParts;
beforeAll(async () => {
  clock = manualClock(Date.now());
  parts = await scene.openParts({ SERVICE_URL: "http://127.0.0.1:9" }, { clock });
  return async () => parts[Symbol.asyncDispose]();
});

const { signal } = new AbortController();
const digest: Hex = `0x${"12".repeat(32)}`;
let requests = 0;

/** Takes one step for a request with these properties. */
async function take(
  step: Step,
  known: Partial<MarketplaceRequest> & { id?: Hex },
  config: Partial<AgentConfig> = {},
  market = parts.market,
): ReturnType<Step> {
  requests += 1;
  const { id = `0x${String(requests).padStart(64, "0")}`, ...rest } = known;
  const { request } = await placeRequest(parts, { id, state: "seen", ...rest });
  return step(
    { ...parts, market, config: { ...parts.config, ...config } },
    { id, request: { ...request, ...rest }, signal },
  );
}

const notNow = { action: "retry" };

describe("a delivery", () => {
  const delivery = { tx: digest, block: "1", rateWei: "1", gas: "1", batch: 1 };
  const deliver = async (ids: readonly Hex[]) =>
    deliverWork(
      chain,
      ids,
      ids.map(() => digest),
    );

  test("is looked up three times before it is repeated, if the chain does not have it", async () => {
    const [id] = await scene.ask([validation("x = 1\n")]);
    for (const attempts of [0, 1, 2])
      await expect(take(settleDelivery, { id: id!, delivery, attempts })).rejects.toMatchObject(notNow);
    const { state, request } = await take(settleDelivery, { id: id!, delivery, attempts: 3 });
    expect([state, request.delivery]).toEqual(["published", undefined]);
  });

  test("is lost when another mech made it, and our result is not published", async () => {
    const rival = await chain.createMech({ owner: chain.users[5]! });
    const [id] = await scene.ask([validation("x = 1\n")], { timeoutS: 60n });
    await passTime(chain, 61);
    await deliverWork({ clients: chain.clients, ...rival }, [id!], [digest]);
    const before = scene.ipfs.requests.length;
    const late = { id: id!, document: "{}", deadlineS: 1 };
    expect(await take(publishDocument, late)).toMatchObject({ state: "lost" });
    expect(scene.ipfs.requests).toHaveLength(before);
    expect(await take(settleDelivery, { id: id!, delivery, attempts: 3 })).toMatchObject({ state: "lost" });
  });

  test("keeps the answer to a signed request, which exists nowhere else", async () => {
    const [id] = await scene.ask([validation("x = 1\n")]);
    await deliver([id!]);
    const signed = { signature: "0x", nonce: "0", content: "{}" } as const;
    const { state, request } = await take(settleDelivery, { id: id!, delivery, document: "{}", signed });
    expect([state, request.document]).toEqual(["settled", "{}"]);
  });

  test("is found in its current block, and settled when that is deep enough", async () => {
    const ids = await scene.ask([validation("x = 1\n"), validation("y = 1\n")]);
    const config = { CHAIN_CONFIRMATIONS: 3 };
    await deliver([ids[0]!]);
    const { transactionHash: tx, blockNumber } = await deliver([ids[1]!]);
    const known = { id: ids[1]!, delivery, document: "{}", attempts: 2, problem: "No answer." };
    const found = { ...delivery, tx, block: String(blockNumber), rateWei: expect.stringMatching(/^\d{2,}$/) };
    for (const _ of ["the newest block", "the one before"]) {
      const { state, request, dueAtMs } = await take(settleDelivery, known, config);
      expect([state, dueAtMs]).toEqual(["delivered", clock.now() + parts.config.AGENT_POLL_MS]);
      expect(request).toMatchObject({ delivery: found, document: "{}", attempts: 0 });
      expect(request.problem).toBeUndefined();
      await chain.clients.test.mine({ blocks: 1 });
    }
    const { state, request } = await take(settleDelivery, known, config);
    expect([state, request.document]).toEqual(["settled", undefined]);
  });

  test("is not settled while the chain does not report its current block", async () => {
    await using node = await startRpcProxy(chain.url);
    await using behind = await scene.openParts({ CHAIN_RPC_URL: node.url }, { clock });
    const [id] = await scene.ask([validation("x = 1\n")]);
    await deliver([id!]);
    await chain.clients.test.mine({ blocks: 5 });
    const settle = async () =>
      take(settleDelivery, { id: id!, delivery }, { CHAIN_CONFIRMATIONS: 3 }, behind.market);
    const refusal = { error: { code: -32005, message: "too many results" } };
    node.meddle(({ method }) => (method === "eth_getLogs" ? refusal : undefined));
    await expect(settle()).rejects.toMatchObject({ ...notNow, message: expect.stringMatching(/^Logs/) });
    node.heal();
    expect(await settle()).toMatchObject({ state: "settled" });
  });
});

describe("an unavailable service", () => {
  const judging = async (mode: "static" | "execute", waitedMs: number, attempts: number, patienceS = 10) => {
    const task = { body: { code: 1 }, prompt: "x" };
    const known = { mode, task, attempts, at: { fetched: clock.now() - waitedMs } };
    return take(judgeTask, known, { SERVICE_PATIENCE_S: patienceS });
  };

  test.for([
    ["the patience is left after five tries", 9999, 5],
    ["the patience has passed after only four tries", 60_000, 4],
  ] as const)("is waited for when code must be run and %s", async ([, waitedMs, attempts]) => {
    await expect(judging("execute", waitedMs, attempts)).rejects.toMatchObject(notNow);
  });

  test("is given up when code must be run, after five tries and the whole patience", async () => {
    const { state, request } = await judging("execute", 10_000, 5);
    expect([state, request.valid]).toEqual(["judged", false]);
    expect(request.document).toContain("agent:not-run");
  });

  test.for([
    [3000, 10],
    [1000, 1],
  ] as const)(
    "is waited for %i ms when nothing must be run and the patience is %i s",
    async ([maxMs, patienceS]) => {
      await expect(judging("static", maxMs - 1, 9, patienceS)).rejects.toMatchObject(notNow);
      const { request } = await judging("static", maxMs, 0, patienceS);
      expect(request.document).toContain("agent:bad_request");
    },
  );
});

describe("unavailable content", () => {
  /** For a request that was seen this long ago, with a deadline this long after that. */
  const fetching = async (seenMsAgo: number, lastsS: number, more: Partial<MarketplaceRequest> = {}) => {
    const seen = clock.now() - seenMsAgo;
    const known = { data: digest, at: { seen }, attempts: 4, deadlineS: seen / 1000 + lastsS };
    return take(fetchRequest, { ...known, ...more }, { FETCH_PATIENCE_S: 100 });
  };
  const why = expect.stringContaining("could not be read");

  test("is looked for at least four times, however late it is", async () => {
    await expect(fetching(3_600_000, 300, { attempts: 3 })).rejects.toMatchObject(notNow);
    expect(await fetching(3_600_000, 300)).toMatchObject({ request: { task: { unreadable: why } } });
  });

  test.for([
    ["half of its time has passed", 50_000, 100],
    ["the patience has passed", 100_000, 1000],
    ["fifteen seconds have passed, however soon it is due", 15_000, 4],
  ] as const)("is looked for until %s", async ([, maxMs, lastsS]) => {
    await expect(fetching(maxMs - 1, lastsS)).rejects.toMatchObject(notNow);
    const { state, request } = await fetching(maxMs, lastsS);
    expect([state, request.task]).toEqual(["fetched", { unreadable: why }]);
  });

  test("is looked for once more before an answer reports it missing", async () => {
    const { digest: data, cid } = await scene.ipfs.put(JSON.stringify(validation("late = 1\n")));
    const [id] = await scene.askRaw([data]);
    const known = { id: id!, data, document: "{}", isMissing: true as const, valid: false };
    const { state, request } = await take(publishDocument, known);
    expect(state).toBe("fetched");
    expect(request).toMatchObject({ tool: "python_code_validator", task: { prompt: "late = 1\n" } });
    expect([request.document, request.isMissing, request.valid]).toEqual([undefined, undefined, undefined]);
    scene.ipfs.drop(cid);
    expect(await take(publishDocument, known)).toMatchObject({
      state: "published",
      request: { document: "{}" },
    });
  });

  test("is looked for as long as our own node does not respond, however late it is", async () => {
    scene.ipfs.fail({ status: 503 });
    await expect(fetching(3_600_000, 300)).rejects.toMatchObject(notNow);
    scene.ipfs.heal();
    expect(await fetching(3_600_000, 300)).toMatchObject({ request: { isMissing: true } });
  });

  test("is given up when the patience has passed after the deadline of another mech's request", async () => {
    const origin = "step-in";
    await expect(fetching(199_999, 100, { origin })).rejects.toMatchObject(notNow);
    const { state, request } = await fetching(200_000, 100, { origin });
    expect([state, request.problem]).toEqual(["refused", why]);
  });
});
