import { keccak256, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { execute } from "../../../scripts/chain/actions.ts";
import { mined } from "../../../scripts/chain/deployer.ts";
import { createSafe } from "../../../scripts/chain/safe.ts";
import { passTime } from "../../support/local-chain.ts";
import { until } from "../../support/until.ts";
import { priceWei, stores, useDepositScene } from "./scene.ts";

describe.for(stores)("on %s", (kind) => {
  const scene = useDepositScene(kind);
  const { chain } = scene;

  /** A payment that is in a block and failed there. */
  async function payInVain(value: bigint, data: Hex): Promise<Hex> {
    const { wallet, public: reader } = chain.clients;
    const sent = { account: chain.users[0]!, to: chain.deposits.address, value, data, gas: 100_000n };
    const serializedTransaction = await wallet.signTransaction(await wallet.prepareTransactionRequest(sent));
    const hash = keccak256(serializedTransaction);
    await expect(reader.sendRawTransaction({ serializedTransaction })).rejects.toThrow("reverted");
    expect((await reader.getTransactionReceipt({ hash })).status).toBe("reverted");
    return hash;
  }

  test("a payment that names a key is credited to it, and the rest counts for the next", async () => {
    const key = await scene.aKey();
    await using _ = scene.watch();
    const first = await scene.pay((priceWei * 27n) / 10n, { data: `0x${key}` });
    const { transactionHash, blockNumber } = first;
    expect(await scene.becomes(first, "credited")).toMatchObject({
      reference: `31337:${transactionHash}:0`,
      sender: chain.users[0]!.address.toLowerCase(),
      account: key,
      credits: 2,
      block: Number(blockNumber),
    });
    const second = await scene.pay((priceWei * 3n) / 10n, { data: `0x${key}` });
    expect(await scene.becomes(second, "credited")).toMatchObject({ account: key, credits: 1 });
    expect(await scene.creditsOf(key)).toBe(3);
    expect(await scene.store.readRemainder(key)).toBe("0");
  });

  test("a payment of a reserved amount is credited to the key of the reservation, from any sender", async () => {
    const key = await scene.aKey();
    const { id, amountWei } = await scene.reserve(key);
    await using _ = scene.watch();
    const receipt = await scene.pay(BigInt(amountWei), { by: chain.users[4]! });
    expect(await scene.becomes(receipt, "credited")).toMatchObject({
      account: key,
      credits: 3,
      reservation: id,
    });
    expect(await scene.creditsOf(key)).toBe(3);
    expect((await scene.store.readReservation(id))?.deposit?.state).toBe("credited");
  });

  test("payments of a contract wallet are credited, named or reserved", async () => {
    const [owner] = chain.users;
    const safe = await createSafe(chain.clients, [owner!.address]);
    const filling = { account: owner!, to: safe.address, value: priceWei * 10n };
    await mined(chain.clients, chain.clients.wallet.sendTransaction(filling));
    const [named, reserved] = [await scene.aKey(), await scene.aKey()];
    const { amountWei } = await scene.reserve(reserved);
    await using _ = scene.watch();
    const pay = async (value: bigint, data: `0x${string}` = "0x") =>
      execute({ clients: chain.clients, owner: owner!, safe }, { to: chain.deposits.address, value, data });
    const sender = safe.address.toLowerCase();
    const first = await scene.becomes(await pay(priceWei, `0x${named}`), "credited");
    expect(first).toMatchObject({ account: named, sender });
    const second = await scene.becomes(await pay(BigInt(amountWei)), "credited");
    expect(second).toMatchObject({ account: reserved, sender });
  });

  test("a payment that is one wei off, late, or for an unknown key stays unclaimed", async () => {
    const key = await scene.aKey();
    const missed = await scene.reserve(key);
    const late = await scene.reserve(key);
    await using _ = scene.watch();
    const off = await scene.becomes(await scene.pay(BigInt(missed.amountWei) + 1n), "unclaimed");
    const unknown = await scene.pay(priceWei, { data: `0x${"5".repeat(64)}` });
    expect(await scene.becomes(unknown, "unclaimed")).toMatchObject({
      fingerprint: "5".repeat(64),
      account: null,
    });
    await passTime(chain, 90_000);
    await scene.becomes(await scene.pay(BigInt(late.amountWei)), "unclaimed");
    expect(off).toMatchObject({ account: null, credits: 0, fingerprint: null });
    expect(await scene.creditsOf(key)).toBe(0);
  });

  test("several payments of one transaction are separated by their position in it", async () => {
    const [one, two] = [await scene.aKey(), await scene.aKey()];
    const { amountWei } = await scene.reserve(two);
    await using _ = scene.watch();
    const receipt = await scene.payEach([
      [priceWei, one],
      [BigInt(amountWei), null],
      [priceWei, one],
      [priceWei, null],
    ]);
    await scene.becomes(receipt, "credited");
    await until(async () => (await scene.depositsOf(receipt)).length === 4);
    const deposits = await scene.depositsOf(receipt);
    expect(
      deposits.map(({ reference, account, credits, state }) => [reference, account, credits, state]),
    ).toEqual([
      [`31337:${receipt.transactionHash}:0`, one, 1, "credited"],
      [`31337:${receipt.transactionHash}:1`, two, 3, "credited"],
      [`31337:${receipt.transactionHash}:2`, one, 1, "credited"],
      [`31337:${receipt.transactionHash}:3`, null, 0, "unclaimed"],
    ]);
    expect(await scene.creditsOf(one)).toBe(2);
  });

  test("only the contract's own events count, and only with money", async () => {
    const key = await scene.aKey();
    await using _ = scene.watch();
    const impostor = await chain.contracts.deploy("DepositImpostor", []);
    const told = await mined(
      chain.clients,
      impostor.write.tell([chain.users[0]!.address, `0x${key}`, priceWei]),
    );
    const failed = await payInVain(priceWei, `0x${key}00`);
    const nothing = await payInVain(0n, `0x${key}`);
    await scene.becomes(await scene.pay(priceWei, { data: `0x${key}` }), "credited");
    expect(await scene.depositsOf(told)).toEqual([]);
    expect(await scene.store.findDeposits(failed)).toEqual([]);
    expect(await scene.store.findDeposits(nothing)).toEqual([]);
    expect(await scene.creditsOf(key)).toBe(1);
  });

  test("a payment is shown when it is in a block, and credited at the configured depth", async () => {
    const key = await scene.aKey();
    const { id, amountWei } = await scene.reserve(key);
    await using _ = scene.watch({ confirmations: 3 });
    const receipt = await scene.pay(BigInt(amountWei));
    await scene.becomes(receipt, "seen");
    expect(await scene.store.readReservation(id)).toMatchObject({
      deposit: { state: "seen", account: null },
    });
    await scene.mine(1);
    await scene.readAll(3);
    expect((await scene.depositsOf(receipt))[0]?.state).toBe("seen");
    expect(await scene.creditsOf(key)).toBe(0);
    await scene.mine(1);
    await scene.becomes(receipt, "credited");
    expect(await scene.creditsOf(key)).toBe(3);
  });
});
