import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { until } from "../../support/until.ts";
import { priceWei, stores, useDepositScene } from "./scene.ts";

describe.for(stores)("on %s", (kind) => {
  const scene = useDepositScene(kind);
  const { chain } = scene;

  /** Signed once, so that it is the same transaction in whichever block it comes. */
  async function signed(key: string): Promise<Hex> {
    const { wallet } = chain.clients;
    const account = chain.users[0]!;
    const sent = { account, to: chain.deposits.address, value: priceWei, data: `0x${key}` } as const;
    return wallet.signTransaction(await wallet.prepareTransactionRequest(sent));
  }
  const send = async (serializedTransaction: Hex) => {
    const hash = await chain.clients.public.sendRawTransaction({ serializedTransaction });
    return chain.clients.public.waitForTransactionReceipt({ hash });
  };
  const goBack = async (id: Hex) => chain.clients.test.revert({ id });
  const filler = async () => scene.pay(1n, { by: chain.users[7]! });

  test.for([1, 2, 4])("a payment that was %i deep of 5 and is reorganised away is deleted", async (depth) => {
    const key = await scene.aKey();
    await using _ = scene.watch({ confirmations: 5 });
    const before = await chain.clients.test.snapshot();
    const receipt = await scene.pay(priceWei, { data: `0x${key}` });
    await scene.mine(depth - 1);
    await scene.becomes(receipt, "seen");
    await goBack(before);
    await scene.mine(8);
    await until(async () => (await scene.depositsOf(receipt)).length === 0);
    await scene.readAll(5);
    expect(await scene.creditsOf(key)).toBe(0);
  });

  test("a reservation whose payment is reorganised away is open again at once, long before that block would be deep", async () => {
    const account = await scene.aKey();
    await using _ = scene.watch({ confirmations: 500 });
    const amountWei = String(priceWei * 3n + 77n);
    const nowMs = Number((await chain.clients.public.getBlock()).timestamp) * 1000;
    const life = { nowMs: nowMs - 60_000, expiresAtMs: nowMs + 86_400_000, restMs: 0, maxOpen: 5 };
    const id = `reservation-${kind}`;
    await scene.store.reserve({ id, account, credits: 3, amountsWei: [amountWei], ...life });
    const kept = await scene.pay(priceWei, { data: `0x${account}` });
    await scene.becomes(kept, "seen");
    const before = await chain.clients.test.snapshot();
    const receipt = await scene.pay(BigInt(amountWei));
    await scene.becomes(receipt, "seen");
    expect(await scene.store.readReservation(id)).toMatchObject({
      deposit: { state: "seen", tx: receipt.transactionHash },
    });
    await goBack(before);
    await scene.mine(2);
    await until(async () => (await scene.store.readReservation(id))?.deposit === null);
    expect(await scene.depositsOf(receipt)).toEqual([]);
    // What stayed in its block is still seen.
    await scene.becomes(kept, "seen");
  });

  test("a payment that comes back in another block, at another position, is credited once", async () => {
    const key = await scene.aKey();
    await using _ = scene.watch({ confirmations: 3 });
    const transaction = await signed(key);
    const before = await chain.clients.test.snapshot();
    const first = await send(transaction);
    await scene.becomes(first, "seen");
    await goBack(before);
    await chain.setMining({ auto: false, intervalMs: 0 });
    await chain.clients.test.mine({ blocks: 1 });
    const { wallet } = chain.clients;
    await wallet.sendTransaction({
      account: chain.users[7]!,
      to: chain.deposits.address,
      value: 1n,
      maxPriorityFeePerGas: 10n ** 12n,
      maxFeePerGas: 10n ** 13n,
    });
    await chain.clients.public.sendRawTransaction({ serializedTransaction: transaction });
    await chain.clients.test.mine({ blocks: 1 });
    await chain.setMining({ auto: true, intervalMs: 0 });
    const again = await chain.clients.public.getTransactionReceipt({ hash: first.transactionHash });
    expect([again.blockHash !== first.blockHash, again.transactionIndex]).toEqual([true, 1]);
    await until(async () => (await scene.depositsOf(again))[0]?.block === Number(again.blockNumber));
    await scene.mine(3);
    expect(await scene.becomes(again, "credited")).toMatchObject({ account: key, credits: 1 });
    expect(await scene.depositsOf(again)).toHaveLength(1);
    await scene.mine(5);
    await scene.readAll(3);
    expect(await scene.creditsOf(key)).toBe(1);
  });

  test("a fork deeper than the confirmations raises an alarm, and credits nothing a second time", async () => {
    const key = await scene.aKey();
    await using watcher = scene.watch({ confirmations: 3 });
    const transaction = await signed(key);
    await scene.mine(1);
    await scene.readAll(3);
    const before = await chain.clients.test.snapshot();
    const newestKept = Number(await chain.clients.public.getBlockNumber());
    const first = await send(transaction);
    for (let blocks = 0; blocks < 4; blocks += 1) {
      await filler();
      await scene.readAll(3);
    }
    await scene.becomes(first, "credited");
    await goBack(before);
    await scene.mine(1);
    const again = await send(transaction);
    expect(again.blockHash).not.toBe(first.blockHash);
    await scene.mine(8);
    await until(() => watcher.log.lines.some(({ level }) => level === "error"));
    await scene.readAll(3);
    expect(watcher.log.lines.filter(({ level }) => level === "error")).toMatchObject([
      {
        words: expect.stringContaining("reorganised deeper than its confirmations"),
        fields: { confirmations: 3, newestKept },
      },
    ]);
    expect(await scene.creditsOf(key)).toBe(1);
    expect(await scene.store.readEntries(key)).toHaveLength(1);
  });

  test("credits before a deeper fork stay even if their payment never comes back", async () => {
    const key = await scene.aKey();
    await using watcher = scene.watch();
    await scene.mine(1);
    await scene.readAll();
    const before = await chain.clients.test.snapshot();
    const receipt = await scene.pay(priceWei, { data: `0x${key}` });
    await scene.becomes(receipt, "credited");
    await scene.readAll();
    await goBack(before);
    await scene.mine(3);
    await until(() => watcher.log.lines.some(({ level }) => level === "error"));
    expect(await scene.creditsOf(key)).toBe(1);
  });
});
