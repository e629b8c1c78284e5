import { describe, expect, test } from "vitest";
import { systemClock, type Clock } from "../../../platform/clock.ts";
import type { Store } from "../../../parts/store/store.ts";
import { startRpcProxy } from "../../support/rpc-proxy.ts";
import { until } from "../../support/until.ts";
import { priceWei, stores, useDepositScene } from "./scene.ts";

describe.for(stores)("on %s", (kind) => {
  const scene = useDepositScene(kind);
  const { chain } = scene;
  const payFor = async (key: string) => scene.pay(priceWei, { data: `0x${key}` });

  test("one of two processes works, the other continues when it ends, and each payment counts once", async () => {
    const key = await scene.aKey();
    await using other = await scene.openAgain();
    const first = scene.watch();
    await scene.becomes(await payFor(key), "credited");
    await using second = scene.watch({ store: other });
    for (let payments = 0; payments < 5; payments += 1) await payFor(key);
    await scene.readAll();
    const decidedBy = (watcher: typeof first) =>
      watcher.log.lines.filter(({ words }) => words === "a deposit was decided").length;
    await until(() => decidedBy(first) + decidedBy(second) === 6);
    expect(decidedBy(second)).toBe(0);
    await first[Symbol.asyncDispose]();
    await scene.becomes(await payFor(key), "credited");
    await until(() => decidedBy(second) === 1);
    expect(await scene.creditsOf(key)).toBe(7);
  });

  test("processes that do not know of each other, at the same payments, credit each once", async () => {
    const key = await scene.aKey();
    // As when leases are lost: each believes that it holds the lease.
    const alone = (store: Store): Store => ({ ...store, takeLease: async () => true });
    await using other = await scene.openAgain();
    await using first = scene.watch({ store: alone(scene.store), confirmations: 2 });
    await using second = scene.watch({ store: alone(other), confirmations: 2 });
    for (let payments = 0; payments < 10; payments += 1) await payFor(key);
    await scene.mine(1);
    await until(async () => (await scene.creditsOf(key)) === 10);
    await scene.readAll(2);
    expect(await scene.creditsOf(key)).toBe(10);
    expect(await scene.store.readEntries(key)).toHaveLength(10);
    const decided = [first, second].flatMap(({ log }) =>
      log.lines
        .filter(({ words }) => words === "a deposit was decided")
        .map(({ fields }) => fields["reference"]),
    );
    expect(new Set(decided).size).toBe(decided.length);
  });

  test("a payment seen before a restart is credited after it, from the saved cursor", async () => {
    const key = await scene.aKey();
    const receipt = await (async () => {
      await using _ = scene.watch({ confirmations: 3 });
      const paid = await payFor(key);
      await scene.becomes(paid, "seen");
      await scene.readAll(3);
      return paid;
    })();
    await scene.mine(2);
    await using node = await startRpcProxy(chain.url);
    await using _ = scene.watch({ confirmations: 3, rpcUrl: node.url });
    await scene.becomes(receipt, "credited");
    await scene.readAll(3);
    const from = node.calls.flatMap(({ method, params }) =>
      method === "eth_getLogs" ? [Number(params[0].fromBlock)] : [],
    );
    // The few blocks that are read again on every pass, and not one more.
    expect(Math.min(...from)).toBeGreaterThanOrEqual(Number(receipt.blockNumber) - 5);
    expect(await scene.creditsOf(key)).toBe(1);
  });

  test.for(["before", "after"] as const)(
    "a process that ends just %s crediting leaves the payment credited once",
    async (when) => {
      const key = await scene.aKey();
      const ended = Promise.withResolvers<void>();
      const dying: Store = {
        ...scene.store,
        creditDeposit: async (...deposit) => {
          if (when === "after") await scene.store.creditDeposit(...deposit);
          ended.resolve();
          return new Promise<never>(() => undefined);
        },
        endLease: async () => undefined,
      };
      // It pauses forever, like a process that was killed, and is never disposed.
      scene.watch({ store: dying });
      const receipt = await payFor(key);
      await ended.promise;
      // By then the lease of the dead process has expired.
      const later: Clock = { ...systemClock, now: () => systemClock.now() + 20_000 };
      await using store = await scene.openAgain(later);
      await using _ = scene.watch({ store });
      await scene.becomes(receipt, "credited");
      await scene.readAll();
      expect(await scene.creditsOf(key)).toBe(1);
      expect(await scene.store.readEntries(key)).toHaveLength(1);
    },
  );
});
