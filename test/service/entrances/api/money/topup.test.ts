import { hashMessage, keccak256, zeroHash, type Hex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { execute } from "../../../../../scripts/chain/actions.ts";
import type { LocalAccount } from "../../../../../scripts/chain/accounts.ts";
import { mined } from "../../../../../scripts/chain/deployer.ts";
import { createSafe } from "../../../../../scripts/chain/safe.ts";
import { fingerprintOf } from "../../../../../service/caller/keys.ts";
import { readTransaction } from "../../../../../parts/deposits/read-transaction.ts";
import { signForSafe } from "../../../../support/safe-message.ts";
import { manualClock } from "../../../../support/manual-clock.ts";
import { startRpcProxy } from "../../../../support/rpc-proxy.ts";
import { priceWei, stores, useDepositStage, type DepositService } from "./deposit-stage.ts";

const textFor = (tx: Hex, key: string): string => `assay topup ${tx} 0x${fingerprintOf(key)}`;
const fingerprint = (key: string): Hex => `0x${fingerprintOf(key)}`;
const bad = (field: string, type: string) => ({
  status: 400,
  body: { error: "bad_request", remedy: { action: "fix_request" }, fields: [{ loc: [field], type }] },
});

describe.for(stores)("on %s", (kind) => {
  const stage = useDepositStage(kind);
  let service: DepositService;
  let key: string;
  beforeAll(async () => {
    service = await stage.open();
    await service.holdWatcher(); // so that this call made every credit
    await service.watcherIsHeld();
  });
  afterAll(async () => service[Symbol.asyncDispose]());
  beforeEach(async () => {
    key = await service.createKey();
  });

  const sign = async (by: LocalAccount, tx: Hex, forKey = key): Promise<Hex> =>
    by.signMessage({ message: textFor(tx, forKey) });
  const [payer, stranger] = [() => stage.chain.users[0]!, () => stage.chain.users[1]!];
  /** A payment that names no key and fits no reservation. */
  const payUnnamed = async (): Promise<Hex> => (await stage.pay(priceWei * 2n + 1n)).transactionHash;

  test("a payment that names the key needs no signature, and reads as settled when claimed again", async () => {
    const { transactionHash: tx } = await stage.pay((priceWei * 5n) / 2n, { data: fingerprint(key) });
    const body = {
      tx_hash: tx,
      confirmations: 1,
      required_confirmations: 1,
      remainder_wei: String(priceWei / 2n),
    };
    const first = await service.topUp(key, tx);
    expect([first.status, first.body]).toEqual([
      200,
      { ...body, status: "credited", credits_added: 2, credits: 2 },
    ]);
    const upper = `0x${tx.slice(2).toUpperCase()}` as Hex;
    expect((await service.topUp(key, upper)).body).toEqual({
      ...body,
      status: "settled",
      credits_added: 0,
      credits: 2,
    });
    expect(await service.entriesOf(key)).toBe(1);
  });

  test("a payment of the key's reservation needs no signature", async () => {
    const { body } = await service.reserve(key);
    const { transactionHash: tx } = await stage.pay(BigInt(body.amount_wei), { by: stranger() });
    expect((await service.topUp(key, tx)).body).toMatchObject({ status: "credited", credits_added: 3 });
    expect((await service.status(key, body.reservation_id)).body.status).toBe("credited");
  });

  test("a payment that names no key is credited on its sender's signature, once and to one key", async () => {
    const tx = await payUnnamed();
    const asked = await service.topUp(key, tx);
    expect(asked).toMatchObject(bad("signature", "missing"));
    expect(asked.body.message).toContain(textFor(tx, key));
    expect(asked.body.message).toContain(payer().address.toLowerCase());
    const signature = await sign(payer(), tx);
    expect((await service.topUp(key, tx, signature)).body).toMatchObject({
      status: "credited",
      credits_added: 2,
    });
    expect((await service.topUp(key, tx, signature)).body).toMatchObject({
      status: "settled",
      credits_added: 0,
    });
    expect((await service.topUp(key, tx)).body).toMatchObject({ status: "settled" });
    const other = await service.createKey();
    const again = await sign(payer(), tx, other);
    expect(await service.topUp(other, tx, again)).toMatchObject(bad("tx_hash", "credited_elsewhere"));
    expect([await service.creditsOf(key), await service.creditsOf(other)]).toEqual([2, 0]);
  });

  test("another signer's signature, or one over anything else, moves no payment", async () => {
    const [tx, another] = [await payUnnamed(), await payUnnamed()];
    const other = await service.createKey();
    const signatures: Hex[] = [
      await sign(stranger(), tx),
      await sign(payer(), another),
      await sign(payer(), tx, other),
      await payer().signMessage({ message: `${textFor(tx, key)} ` }),
      await payer().sign({ hash: keccak256(`0x${Buffer.from(textFor(tx, key)).toString("hex")}`) }),
      zeroHash,
      `0x${"ff".repeat(65)}`,
      "0x00",
    ];
    for (const signature of signatures)
      expect(await service.topUp(key, tx, signature)).toMatchObject(bad("signature", "not_the_senders"));
    expect(await service.creditsOf(key)).toBe(0);
    expect((await service.topUp(key, tx, await sign(payer(), tx))).body.status).toBe("credited");
  });

  test("a contract wallet's payment is claimed by what its owners sign (ERC-1271)", async () => {
    const { chain } = stage;
    const safe = await createSafe(chain.clients, [payer().address]);
    const filling = { account: payer(), to: safe.address, value: priceWei };
    await mined(chain.clients, chain.clients.wallet.sendTransaction(filling));
    const call = { to: chain.deposits.address, value: priceWei };
    const { transactionHash: tx } = await execute({ clients: chain.clients, owner: payer(), safe }, call);
    const inSafe = async (by: LocalAccount) =>
      signForSafe(chain, { safe: safe.address, owner: by, hash: hashMessage(textFor(tx, key)) });
    const refused = bad("signature", "not_the_senders");
    expect(await service.topUp(key, tx)).toMatchObject(bad("signature", "missing"));
    expect(await service.topUp(key, tx, await inSafe(stranger()))).toMatchObject(refused);
    expect(await service.topUp(key, tx, await sign(payer(), tx))).toMatchObject(refused);
    expect((await service.topUp(key, tx, await inSafe(payer()))).body).toMatchObject({
      status: "credited",
      credits_added: 1,
    });
  });

  test("a payment of a contract that cannot sign cannot be claimed", async () => {
    const { clients, contracts, deposits } = stage.chain;
    const refused = bad("signature", "not_the_senders");
    const silent = await contracts.deploy("DepositOldWallet", [deposits.address]);
    const passedOn = { account: payer(), to: silent.address, value: priceWei };
    const first = await mined(clients, clients.wallet.sendTransaction(passedOn));
    const tx = first.transactionHash;
    expect(await service.topUp(key, tx, await sign(payer(), tx))).toMatchObject(refused);
    const deaf = await contracts.deploy("DepositPayer", []);
    const second = await mined(
      clients,
      deaf.write.payWithTransfer([deposits.address], { account: payer(), value: priceWei }),
    );
    const other = second.transactionHash;
    expect(await service.topUp(key, other, await sign(payer(), other))).toMatchObject(refused);
    expect(await service.creditsOf(key)).toBe(0);
  });

  test("each of several payments in a transaction goes to its own key", async () => {
    const other = await service.createKey();
    const wallet = await stage.chain.contracts.deploy("DepositPayer", []);
    const amounts = [priceWei, priceWei * 3n, priceWei];
    const names = [fingerprint(key), fingerprint(other), fingerprint(key)];
    const value = priceWei * 5n;
    const { transactionHash: tx } = await mined(
      stage.chain.clients,
      wallet.write.payEach([stage.chain.deposits.address, amounts, names], { account: payer(), value }),
    );
    expect((await service.topUp(key, tx)).body).toMatchObject({ status: "credited", credits_added: 2 });
    // The first caller causes all of them to be decided.
    expect((await service.topUp(other, tx)).body).toMatchObject({ status: "settled", credits: 3 });
  });

  test("the remaining payments of a transaction, after a crash among them, are credited by the next call", async () => {
    const { store, deposits } = service.parts;
    const wallet = await stage.chain.contracts.deploy("DepositPayer", []);
    const names = [fingerprint(key), fingerprint(key)];
    const amounts = [priceWei, priceWei * 3n];
    const { transactionHash: tx } = await mined(
      stage.chain.clients,
      wallet.write.payEach([stage.chain.deposits.address, amounts, names], {
        account: payer(),
        value: priceWei * 4n,
      }),
    );
    const paid = await readTransaction(deposits!.contract, tx);
    const [first, second] = paid.state === "mined" ? paid.deposits : [];
    await store.creditDeposit(first!, { priceWei: String(priceWei), atMs: Date.now() });
    await store.seeDeposit(second!);
    expect((await service.topUp(key, tx)).body).toMatchObject({
      status: "credited",
      credits_added: 3,
      credits: 4,
    });
  });

  test("a payment for another key stays with that key", async () => {
    const other = await service.createKey();
    const { transactionHash: tx } = await stage.pay(priceWei, { data: fingerprint(other) });
    const refused = bad("tx_hash", "credited_elsewhere");
    expect(await service.topUp(key, tx, await sign(payer(), tx))).toMatchObject(refused);
    expect([await service.creditsOf(key), await service.creditsOf(other)]).toEqual([0, 1]);
  });

  test("an invalid payment is refused with the cause", async () => {
    const { chain } = stage;
    const elsewhere = chain.clients.wallet.sendTransaction({
      account: payer(),
      to: stranger().address,
      value: 1n,
    });
    const { transactionHash: tx } = await mined(chain.clients, elsewhere);
    expect(await service.topUp(key, tx)).toMatchObject(bad("tx_hash", "no_deposit"));
    const unknown: Hex = `0x${"ab".repeat(32)}`;
    // It may only be early, so it may be sent again unchanged.
    expect(await service.topUp(key, unknown)).toMatchObject({
      status: 400,
      body: {
        error: "bad_request",
        message: expect.stringContaining("can take a few seconds to appear"),
        remedy: { action: "retry", hint: expect.stringContaining("in 5 seconds") },
        fields: [{ loc: ["tx_hash"], type: "unknown" }],
      },
    });
    for (const wrong of ["0x12", "ab".repeat(32), ""] as Hex[])
      expect(await service.topUp(key, wrong)).toMatchObject({
        status: 400,
        body: { fields: [{ loc: ["tx_hash"] }] },
      });
    expect(await service.topUp(key, unknown, "0x123" as Hex)).toMatchObject({
      body: { fields: [{ loc: ["signature"] }] },
    });
    expect((await service.topUp("asy_nobody", unknown)).status).toBe(401);
    const impostor = await chain.contracts.deploy("DepositImpostor", []);
    const told = await mined(
      chain.clients,
      impostor.write.tell([payer().address, fingerprint(key), priceWei]),
    );
    expect(await service.topUp(key, told.transactionHash)).toMatchObject(bad("tx_hash", "no_deposit"));
  });

  test("the chain is not read for decided payments, and rarely for others", async () => {
    await using node = await startRpcProxy(stage.chain.url);
    const clock = manualClock(Date.now());
    await using paced = await stage.open({ env: { CHAIN_RPC_URL: node.url }, overrides: { clock } });
    await paced.holdWatcher();
    const [own, others] = [await paced.createKey(), await paced.createKey()];
    const { transactionHash: tx } = await stage.pay(priceWei, { data: fingerprint(own) });
    const unnamed = await payUnnamed();
    expect((await paced.topUp(own, tx)).body).toMatchObject({ status: "credited", credits_added: 1 });
    expect(await paced.topUp(own, unnamed)).toMatchObject(bad("signature", "missing"));
    const askedFor = (hashes: readonly Hex[]) =>
      node.calls.filter(
        ({ method, params }) => method === "eth_getTransactionReceipt" && hashes.includes(params[0]),
      ).length;
    const before = askedFor([tx, unnamed]);
    for (let n = 0; n < 70; n += 1) {
      expect((await paced.topUp(own, tx)).body).toMatchObject({ status: "settled", confirmations: 1 });
      expect(await paced.topUp(others, tx)).toMatchObject(bad("tx_hash", "credited_elsewhere"));
      expect(await paced.topUp(own, unnamed)).toMatchObject(bad("signature", "missing"));
    }
    // The watcher, which may have been reading when it was paused, reads each once.
    expect(askedFor([tx, unnamed]) - before).toBeLessThanOrEqual(2);
    const unknown = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;
    const statuses: number[] = [];
    for (let n = 0; n < 61; n += 1) statuses.push((await paced.topUp(others, unknown(n))).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 400), 429]);
    expect(askedFor(Array.from({ length: 61 }, (_, n) => unknown(n)))).toBe(60);
    const refused = await paced.topUp(others, unknown(99));
    expect(refused.body).toMatchObject({ error: "rate_limited", remedy: { action: "wait" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    for (let n = 0; n < 60; n += 1) await paced.topUp(await paced.createKey(), unknown(n));
    expect((await paced.topUp(await paced.createKey(), unknown(0))).body.message).toContain("address");
    await clock.advance(60_000);
    expect((await paced.topUp(others, unknown(0))).status).toBe(400);
  });

  test("a payment that failed is refused as such", async () => {
    const { wallet, public: reader } = stage.chain.clients;
    const data: Hex = `${fingerprint(key)}00`;
    const sent = { account: payer(), to: stage.chain.deposits.address, value: 1n, data, gas: 100_000n };
    const serializedTransaction = await wallet.signTransaction(await wallet.prepareTransactionRequest(sent));
    await expect(reader.sendRawTransaction({ serializedTransaction })).rejects.toThrow(
      "DepositsNoFingerprint",
    );
    expect(await service.topUp(key, keccak256(serializedTransaction))).toMatchObject(
      bad("tx_hash", "reverted"),
    );
  });
});

describe("a service", () => {
  const stage = useDepositStage();

  test("answers pending until three confirmations when it requires them", async () => {
    await using service = await stage.open({ env: { CHAIN_CONFIRMATIONS: "3" } });
    await service.holdWatcher();
    const key = await service.createKey();
    const { wallet, test: master } = stage.chain.clients;
    await stage.chain.setMining({ auto: false, intervalMs: 0 });
    const tx = await wallet.sendTransaction({
      account: stage.chain.users[0]!,
      to: stage.chain.deposits.address,
      value: priceWei,
      data: fingerprint(key),
    });
    const answers = [];
    for (let blocks = 0; blocks <= 3; blocks += 1) {
      answers.push((await service.topUp(key, tx)).body);
      await master.mine({ blocks: 1 });
    }
    await stage.chain.setMining({ auto: true, intervalMs: 0 });
    expect(answers).toMatchObject([
      { status: "pending", confirmations: 0, required_confirmations: 3, credits_added: 0, credits: 0 },
      { status: "pending", confirmations: 1 },
      { status: "pending", confirmations: 2 },
      { status: "credited", confirmations: 3, credits_added: 1, credits: 1 },
    ]);
  });

  test("credits once although its watcher and twenty callers process the same payment", async () => {
    await using service = await stage.open();
    const key = await service.createKey();
    for (let rounds = 1; rounds <= 3; rounds += 1) {
      const { transactionHash: tx } = await stage.pay(priceWei, { data: fingerprint(key) });
      const answers = await Promise.all(Array.from({ length: 20 }, async () => service.topUp(key, tx)));
      const credited = answers.filter(({ body }) => body.status === "credited");
      expect(credited.length).toBeLessThanOrEqual(1);
      expect(answers.filter(({ body }) => body.status === "settled").length).toBe(20 - credited.length);
      expect([await service.creditsOf(key), await service.entriesOf(key)]).toEqual([rounds, rounds]);
    }
  });

  test("with an unavailable chain says so, and the same call works later", async () => {
    await using node = await startRpcProxy(stage.chain.url);
    await using service = await stage.open({ env: { CHAIN_RPC_URL: node.url } });
    const key = await service.createKey();
    const { transactionHash: tx } = await stage.pay(priceWei, { data: fingerprint(key) });
    node.meddle(() => ({ status: 502 }));
    expect(await service.topUp(key, tx)).toMatchObject({
      status: 503,
      body: { error: "payment_unavailable", remedy: { action: "retry" } },
    });
    node.heal();
    expect((await service.topUp(key, tx)).status).toBe(200);
    expect([await service.creditsOf(key), await service.entriesOf(key)]).toEqual([1, 1]);
  });
});
