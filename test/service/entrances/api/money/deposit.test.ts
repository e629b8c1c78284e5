import { parseEther, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { startDepositWatch } from "../../../../../service/credits/deposit-watch.ts";
import { fingerprintOf } from "../../../../../service/caller/keys.ts";
import { passTime } from "../../../../support/local-chain.ts";
import { manualClock } from "../../../../support/manual-clock.ts";
import { startRpcProxy } from "../../../../support/rpc-proxy.ts";
import { until } from "../../../../support/until.ts";
import { priceWei, stores, useDepositStage } from "./deposit-stage.ts";

const gwei = 10n ** 9n;

describe.for(stores)("on %s", (kind) => {
  const stage = useDepositStage(kind);

  test("a reservation names amount, address and expiry", async () => {
    await using service = await stage.open();
    const key = await service.createKey();
    const before = Date.now();
    const { status, body } = await service.reserve(key, 7);
    expect([status, body]).toEqual([
      201,
      {
        reservation_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        address: stage.chain.deposits.address,
        chain_id: 31337,
        amount_wei: expect.stringMatching(/^\d+000000000$/),
        amount: expect.stringMatching(/^0\.007\d+$/),
        currency: "xDAI",
        credits: 7,
        deposit_data: `0x${fingerprintOf(key)}`,
        expires_at: expect.any(String),
        payment_uri: `ethereum:${body.address}@31337?value=${body.amount_wei}`,
        pay_url: `${service.url}/pay/${body.reservation_id}`,
      },
    ]);
    expect(parseEther(body.amount)).toBe(BigInt(body.amount_wei));
    const remainderWei = BigInt(body.amount_wei) - 7n * priceWei;
    expect(remainderWei > 0n && remainderWei < priceWei && remainderWei % gwei === 0n).toBe(true);
    const reservedAtMs = Date.parse(body.expires_at) - 86_400_000;
    expect(reservedAtMs).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000);
    expect(reservedAtMs).toBeLessThanOrEqual(Date.now());
  });

  test("its payment is shown and then credited without further steps", async () => {
    await using service = await stage.open({ env: { CHAIN_CONFIRMATIONS: "3" } });
    const key = await service.createKey();
    const { body: reserved } = await service.reserve(key);
    const id = reserved.reservation_id;
    const open = await service.status(key, id);
    expect([open.status, open.body]).toEqual([
      200,
      { ...reserved, status: "open", confirmations: 0, required_confirmations: 3 },
    ]);
    const { transactionHash } = await stage.pay(BigInt(reserved.amount_wei));
    await until(async () => (await service.status(key, id)).body.status === "seen");
    expect((await service.status(key, id)).body).toMatchObject({
      confirmations: 1,
      tx_hash: transactionHash,
    });
    await stage.chain.clients.test.mine({ blocks: 1 });
    await until(async () => (await service.status(key, id)).body.confirmations === 2);
    expect(await service.creditsOf(key)).toBe(0);
    await stage.chain.clients.test.mine({ blocks: 1 });
    await until(async () => (await service.status(key, id)).body.status === "credited");
    expect((await service.status(key, id)).body).toMatchObject({
      confirmations: 3,
      tx_hash: transactionHash,
      credits_added: 3,
    });
    expect(await service.creditsOf(key)).toBe(3);
    const self = await (await service.send("/v1/keys/self", { key })).json();
    expect(self).toMatchObject({ tier: "paid", credits: 3 });
  });

  test("a payment that carries the key's deposit_data needs no reservation", async () => {
    await using service = await stage.open();
    const minted = (await (await service.send("/v1/keys", { method: "POST" })).json()) as Record<
      string,
      string
    >;
    await stage.pay(priceWei * 5n, { data: minted["deposit_data"] as Hex });
    await until(async () => (await service.creditsOf(minted["api_key"]!)) === 5);
    expect(await service.entriesOf(minted["api_key"]!)).toBe(1);
  });

  test("a thousand concurrent reservations share no amount", async () => {
    await using service = await stage.open();
    const keys = await Promise.all(Array.from({ length: 200 }, async () => service.createKey()));
    // A store that answers late on a busy machine has reserved nothing: a second call does.
    const reserve = async (key: string): Promise<Awaited<ReturnType<typeof service.reserve>>> => {
      const answer = await service.reserve(key, 1);
      return answer.status === 503 ? reserve(key) : answer;
    };
    const made = await Promise.all(
      keys.flatMap((key) => Array.from({ length: 5 }, async () => reserve(key))),
    );
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(made.map(({ body }) => body.amount_wei)).size).toBe(1000);
  });

  test("a sixth open reservation is refused until the first expires", async () => {
    const clock = manualClock(Date.now());
    await using service = await stage.open({ overrides: { clock } });
    const key = await service.createKey();
    const first = await service.reserve(key);
    await clock.advance(1000);
    for (let more = 1; more < 5; more += 1) expect((await service.reserve(key)).status).toBe(201);
    const { status, headers, body } = await service.reserve(key);
    // A minute after the first expires: until then a block that is a little behind may still hold its payment.
    const resetAtMs = Date.parse(first.body.expires_at) + 60_000;
    expect([status, headers.get("retry-after"), body]).toMatchObject([
      429,
      String(86_399 + 60),
      { error: "rate_limited", remedy: { action: "wait", reset_at: new Date(resetAtMs).toISOString() } },
    ]);
    expect(body.message).toContain("Pay one of them");
    expect((await service.reserve(await service.createKey())).status).toBe(201);
    await clock.advance(resetAtMs - clock.now());
    expect((await service.reserve(key)).status).toBe(201);
    expect((await service.status(key, first.body.reservation_id)).body).toMatchObject({ status: "expired" });
  });

  test("a reservation is shown only to the key that made it", async () => {
    await using service = await stage.open();
    const [key, other] = [await service.createKey(), await service.createKey()];
    const { body } = await service.reserve(key);
    expect(await service.status(other, body.reservation_id)).toMatchObject({
      status: 404,
      body: { error: "not_found" },
    });
    expect((await service.status(key, "no-such-reservation")).status).toBe(404);
    expect((await service.status(key, encodeURIComponent("a b/*"))).status).toBe(404);
    expect((await service.send(`/v1/keys/deposit/${body.reservation_id}`)).status).toBe(401);
  });

  test("a reservation and a top-up take the key from the header, as every call does", async () => {
    await using service = await stage.open();
    const key = await service.createKey();
    const reserved = await service.send("/v1/keys/deposit", { key, body: { credits: 3 } });
    const { reservation_id: id, deposit_data } = (await reserved.json()) as Record<string, string>;
    expect(reserved.status).toBe(201);
    expect(deposit_data).toBe(`0x${fingerprintOf(key)}`);
    expect(await service.status(key, id!)).toMatchObject({ status: 200 });
    // The chain does not know it, which is said only to a key.
    const tx_hash = `0x${"12".repeat(32)}`;
    const topup = async (given: { key?: string }) =>
      (await service.send("/v1/keys/topup", { ...given, body: { tx_hash } })).status;
    expect([await topup({}), await topup({ key })]).toEqual([401, 400]);
  });

  test("an impossible reservation is refused with the cause", async () => {
    await using service = await stage.open();
    const key = await service.createKey();
    const refused = async (body: unknown) => {
      const response = await service.send("/v1/keys/deposit", { body });
      const { fields } = (await response.json()) as { fields?: { loc: string[] }[] };
      return [response.status, fields?.map(({ loc }) => loc.join("."))];
    };
    for (const credits of [0, 100_001, 1.5, "3", null])
      expect(await refused({ api_key: key, credits })).toEqual([400, ["credits"]]);
    expect(await refused({ credits: 3 })).toEqual([401, undefined]);
    expect(await refused({ api_key: "asy_nobody", credits: 3 })).toEqual([401, undefined]);
  });
});

describe("a service", () => {
  const stage = useDepositStage();

  test("has no such routes without a deposit contract", async () => {
    await using service = await stage.open({ env: { DEPOSIT_CONTRACT: "" } });
    const key = await service.createKey();
    const refusal = {
      status: 404,
      body: { error: "not_found", message: expect.stringContaining("/v1/pricing") },
    };
    expect(await service.reserve(key)).toMatchObject(refusal);
    expect(await service.status(key, "any")).toMatchObject(refusal);
    expect(await service.topUp(key, `0x${"1".repeat(64)}`)).toMatchObject(refusal);
  });

  test("accepts no reservations when it cannot read its contract", async () => {
    await using node = await startRpcProxy(stage.chain.url);
    node.meddle(({ method }) => (method === "eth_getCode" ? { result: "0x" } : undefined));
    await using service = await stage.open({ env: { CHAIN_RPC_URL: node.url } });
    const key = await service.createKey();
    const refusal = { status: 503, body: { error: "payment_unavailable", remedy: { action: "retry" } } };
    expect(await service.reserve(key)).toMatchObject(refusal);
    node.meddle(() => "reset");
    expect(await service.reserve(key)).toMatchObject(refusal);
    node.heal();
    expect((await service.reserve(key)).status).toBe(201);
    node.meddle(() => "reset");
    expect((await service.reserve(key)).status).toBe(201); // it was seen once
  });

  test("with all amounts of a price reserved reports that it is busy, and reserves another price's", async () => {
    const price = 10n ** 12n;
    await using service = await stage.open({ env: { CREDIT_PRICE_WEI: String(price) } });
    const [full, key] = [await service.createKey(), await service.createKey()];
    const account = fingerprintOf(full);
    const nowMs = Date.now();
    const life = { nowMs, expiresAtMs: nowMs + 86_400_000, restMs: 0, maxOpen: 1000 };
    const amounts = Array.from({ length: 999 }, (_, n) => String(price + BigInt(n + 1) * gwei));
    await Promise.all(
      amounts.map(async (amountWei) =>
        service.parts.store.reserve({ id: amountWei, account, credits: 1, amountsWei: [amountWei], ...life }),
      ),
    );
    expect(await service.reserve(key, 1)).toMatchObject({ status: 503, body: { error: "busy" } });
    expect((await service.reserve(key, 2)).status).toBe(201);
  });

  test("continues with its reservations and seen deposits when it restarts", async () => {
    const env = { CHAIN_CONFIRMATIONS: "2" };
    await using first = await stage.open({ env });
    const key = await first.createKey();
    const { body } = await first.reserve(key);
    await stage.pay(BigInt(body.amount_wei));
    await until(async () => (await first.status(key, body.reservation_id)).body.status === "seen");
    const { DATA_DIR } = first.parts.config;
    await first.parts.store.endLease({
      name: `deposits:eip155:31337:${stage.chain.deposits.address}`,
      owner: first.parts.owner,
    });
    await using second = await stage.open({ env: { ...env, DATA_DIR } });
    await stage.chain.clients.test.mine({ blocks: 1 });
    await until(async () => (await second.status(key, body.reservation_id)).body.status === "credited");
    expect([await second.creditsOf(key), await second.entriesOf(key)]).toEqual([3, 1]);
  });

  test("first finishes the deposit that it is crediting when it closes", async () => {
    await using service = await stage.open({ env: { DEPOSIT_CONTRACT: "" } });
    const { store, config } = service.parts;
    const [entered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: typeof store = {
      ...store,
      creditDeposit: async (...deposit) => {
        entered.resolve();
        await released.promise;
        return store.creditDeposit(...deposit);
      },
    };
    const DEPOSIT_CONTRACT = stage.chain.deposits.address;
    const watching = startDepositWatch({
      ...service.parts,
      store: slow,
      config: { ...config, DEPOSIT_CONTRACT },
    });
    const key = await service.createKey();
    const { transactionHash } = await stage.pay(priceWei, { data: `0x${fingerprintOf(key)}` });
    await entered.promise;
    let isClosed = false;
    const closing = watching[Symbol.asyncDispose]().then(() => (isClosed = true));
    // The store's answer takes longer than an immediate close would.
    await store.findDeposits(transactionHash);
    expect(isClosed).toBe(false);
    released.resolve();
    await closing;
  });

  // Last: afterwards the tests no longer share the chain's time.
  test("leaves a payment after the day unclaimed, even if another key has its amount then", async () => {
    await using service = await stage.open();
    const key = await service.createKey();
    const { body } = await service.reserve(key);
    await passTime(stage.chain, 86_400 + 60);
    const { transactionHash } = await stage.pay(BigInt(body.amount_wei));
    await until(async () => (await service.parts.store.findDeposits(transactionHash)).length === 1);
    expect(await service.parts.store.findDeposits(transactionHash)).toMatchObject([
      { state: "unclaimed", account: null },
    ]);
    expect(await service.creditsOf(key)).toBe(0);
    const text = `assay topup ${transactionHash} ${body.deposit_data}`;
    const signature = await stage.chain.users[0]!.signMessage({ message: text });
    expect(await service.topUp(key, transactionHash, signature)).toMatchObject({
      status: 200,
      body: { status: "credited", credits_added: 3, credits: 3 },
    });
  });
});
