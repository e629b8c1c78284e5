import { beforeEach, describe, expect, test } from "vitest";
import { beginTransaction, followOldest } from "../../agent/marketplace/transaction.ts";
import { readOutbox, writeOutbox } from "../../agent/journal/outbox.ts";
import type { AgentParts } from "../../agent/parts.ts";
import { send } from "../../agent/sending/send.ts";
import type { Wake } from "../../agent/state/wake.ts";
import { manualClock } from "../support/manual-clock.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { startRpcProxy, type RpcProxy } from "../support/rpc-proxy.ts";
import { rememberingLog } from "./remembering-log.ts";
import { useScene } from "./scene.ts";

const scene = useScene();
const { chain } = scene;
const clock = manualClock(Date.now());

describe("a transaction", () => {
  const begin = async (parts: AgentParts) =>
    beginTransaction(parts, await readOutbox(own), {
      purpose: { kind: "collect", mech: chain.mech.address },
      call: { to: chain.users[1]!.address, data: "0x" },
    });
  let node: RpcProxy;
  let own: AgentParts;
  beforeEach(async () => {
    node = await startRpcProxy(chain.url);
    own = await scene.openParts({ CHAIN_RPC_URL: node.url, STUCK_AFTER_S: "60" }, { clock });
    await chain.setMining({ auto: false, intervalMs: 0 });
    return async () => {
      await chain.setMining({ auto: true, intervalMs: 0 });
      await own[Symbol.asyncDispose]();
      await node[Symbol.asyncDispose]();
    };
  });
  const sent = () => node.calls.filter(({ method }) => method === "eth_sendRawTransaction").length;
  /** A transaction in progress, as if it had been sent this long ago. */
  const under = async (waitedMs: number) => {
    const outbox = await readOutbox(own);
    const sentAtMs = clock.now() - waitedMs;
    return { ...outbox, pending: outbox.pending.map((one) => ({ ...one, sentAtMs })) };
  };

  test("is not sent when it cannot be recorded, neither a new one nor a replacement", async () => {
    // As if another replica had written since.
    const outrun = { ...own, store: { ...own.store, writeNote: async () => "stale" as const } };
    const isBusy = { code: "chain_unavailable", message: "Another replica is sending." };
    await expect(begin(outrun)).rejects.toMatchObject(isBusy);
    expect(sent()).toBe(0);
    await begin(own);
    await expect(followOldest(outrun, await under(60_001))).rejects.toMatchObject(isBusy);
    expect(sent()).toBe(1);
  });

  test("is started even if its nonce does not follow our last one, and the foreign use of the account is reported", async () => {
    await chain.setMining({ auto: true, intervalMs: 0 });
    const log = rememberingLog();
    const warned = () => log.lines.filter(({ words }) => words.includes("another program uses"));
    const beginAndConclude = async () => {
      const begun = await begin({ ...own, log });
      await writeOutbox(own, { ...begun, pending: [] });
      return begun.pending[0]!.nonce;
    };
    const first = await beginAndConclude();
    expect(await beginAndConclude()).toBe(first + 1);
    expect(warned()).toEqual([]);
    const { wallet } = chain.clients;
    await mined(chain.clients, wallet.sendTransaction({ account: chain.agent, to: chain.agent.address }));
    expect(await beginAndConclude()).toBe(first + 3);
    expect(warned()).toEqual([
      expect.objectContaining({ level: "warn", fields: { nonce: first + 3, expected: first + 2 } }),
    ]);
    await beginAndConclude();
    expect(warned()).toHaveLength(1);
  });

  test("is sent again after two seconds, and replaced after the configured time", async () => {
    await begin(own);
    const after = async (waitedMs: number) => {
      await followOldest(own, await under(waitedMs));
      return [sent(), (await readOutbox(own)).pending[0]!.hashes.length];
    };
    expect([await after(2000), await after(2001), await after(60_000), await after(60_001)]).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 2],
    ]);
  });

  test("takes the nonce after those in progress, at most four", async () => {
    for (let places = 0; places < 4; places += 1) await begin(own);
    const { pending } = await readOutbox(own);
    const next = await chain.clients.public.getTransactionCount({ address: chain.agent.address });
    expect(pending.map(({ nonce }) => nonce)).toEqual([next, next + 1, next + 2, next + 3]);
    await expect(begin(own)).rejects.toMatchObject({ code: "chain_unavailable" });
    expect((await readOutbox(own)).pending).toEqual(pending);
    await chain.clients.test.mine({ blocks: 1 });
    for (const { hashes } of pending) await chain.clients.public.getTransactionReceipt({ hash: hashes[0]! });
  });

  test("fills the nonce of its predecessor when that is gone from the chain and the mempool", async () => {
    await begin(own);
    const { pending } = await begin(own);
    const [first, second] = pending;
    await chain.clients.test.dropTransaction({ hash: first!.hashes[0]! });
    // As if the first was mined and concluded, and its block is gone.
    await writeOutbox(own, { ...(await readOutbox(own)), pending: [second!] });
    await followOldest(own, await under(60_000));
    expect((await readOutbox(own)).pending).toHaveLength(1);
    await followOldest(own, await under(60_001));
    const filled = (await readOutbox(own)).pending;
    expect(filled.map(({ nonce, purpose }) => [nonce, purpose.kind])).toEqual([
      [first!.nonce, "fill"],
      [second!.nonce, "collect"],
    ]);
    await chain.clients.test.mine({ blocks: 1 });
    for (const { hashes } of filled) await chain.clients.public.getTransactionReceipt({ hash: hashes[0]! });
  });

  test("polls for its receipt often at first and rarely later", async () => {
    await begin(own);
    expect(await firstTurn(own)).toEqual({ pauseMs: 250, wakes: 0, refreshes: 0 });
    await clock.advance(5000);
    expect(await firstTurn(own)).toEqual({ pauseMs: 2000, wakes: 0, refreshes: 0 });
  });
});

/** One pass over what is to be sent: how long it waits then, and what it woke or called meanwhile. */
async function firstTurn(own: AgentParts, passMs = 0) {
  const done = { wakes: 0, refreshes: 0 };
  const stopping = new AbortController();
  const { promise, resolve } = Promise.withResolvers<number>();
  const wake: Wake = {
    wake: () => void (done.wakes += 1),
    woken: async (ms) => {
      if (passMs > 0) await clock.advance(passMs);
      else stopping.abort();
      passMs = 0;
      resolve(ms);
    },
  };
  const market = { ...own.market, refresh: async () => void (done.refreshes += 1) };
  await send({ ...own, market, stopping: stopping.signal }, wake);
  return { pauseMs: await promise, ...done };
}

test("with nothing to send no loop is woken, and the mechs are read again every minute", async () => {
  await using parts = await scene.openParts({}, { clock });
  expect(await firstTurn(parts, 59_999)).toEqual({ pauseMs: 50, wakes: 0, refreshes: 0 });
  expect(await firstTurn(parts, 60_000)).toEqual({ pauseMs: 50, wakes: 0, refreshes: 1 });
});
