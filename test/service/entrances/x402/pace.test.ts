import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PaymentPayload } from "@x402/core/types";
import { recoverTypedDataAddress, type Hex } from "viem";
import { afterEach, describe, expect, test } from "vitest";
import type { LocalAccount } from "../../../../scripts/chain/accounts.ts";
import { systemClock, type Clock } from "../../../../platform/clock.ts";
import { highS } from "../../../support/high-s.ts";
import { postPaid } from "../../../support/pay-per-call.ts";
import { startRedis } from "../../../support/redis-server.ts";
import { until } from "../../../support/until.ts";
import { typedTransfer, type Authorization } from "../../../support/token-authorizations.ts";
import { authorizationOf, useX402Stage, type PaidService } from "../../../support/x402-stage.ts";

const stage = useX402Stage();
const job = { code: "x = 1\n" };
const forged: Hex = `0x${"11".repeat(64)}1b`;
const asked = () => stage.facilitator.counts().verify;
const inSeconds = (seconds: number) => BigInt(Math.floor(Date.now() / 1000) + seconds);

afterEach(() => stage.facilitator.fail("verify", undefined));

/** A service that trusts its proxy, whose clock can be advanced. */
async function open(env: Readonly<Record<string, string>> = {}) {
  let aheadMs = 0;
  const clock: Clock = {
    ...systemClock,
    now: () => systemClock.now() + aheadMs,
    monotonic: () => systemClock.monotonic() + aheadMs,
  };
  const service = await stage.open({ env: { TRUST_PROXY: "1", ...env }, overrides: { clock } });
  const passMs = (ms: number) => void (aheadMs += ms);
  const postFrom = async (from: string, payment: PaymentPayload, body: object = job) =>
    postPaid(service.url, "static", { body, payment, from });
  return { ...service, passMs, postFrom };
}

function withSignature(payment: PaymentPayload, signature: Hex): PaymentPayload {
  return { ...payment, payload: { ...payment.payload, signature } };
}

/** Payments that are valid for an hour, so that the clock may be advanced. */
async function signMany({ sign }: PaidService, payer: LocalAccount, count: number) {
  const signed: PaymentPayload[] = [];
  for (let n = 0; n < count; n += 1)
    signed.push(await sign("static", payer, { validBefore: inSeconds(3600) }));
  return signed;
}

describe("bad payments", () => {
  test("are checked sixty times a minute from one address; valid ones and other addresses do not count", async () => {
    await using service = await open();
    const payer = stage.chain.users[0]!;
    const [good, another, later] = await signMany(service, payer, 3);
    expect((await service.postFrom("192.0.2.1", good!)).status).toBe(200);
    const bad = withSignature(another!, forged);
    stage.facilitator.fail("verify", "refused");
    const before = asked();
    for (let n = 0; n < 60; n += 1) expect((await service.postFrom("192.0.2.1", bad)).status).toBe(402);
    const limited = await service.postFrom("192.0.2.1", bad);
    expect([limited.status, limited.body.error, limited.body.remedy.action]).toEqual([
      429,
      "rate_limited",
      "wait",
    ]);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(limited.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(limited.required).toBeUndefined();
    expect(asked() - before).toBe(60);
    stage.facilitator.fail("verify", undefined);
    expect((await service.postFrom("192.0.2.1", later!, { code: "y = 1\n" })).status).toBe(429);
    expect((await service.postFrom("192.0.2.1", good!)).status).toBe(200);
    expect((await service.postFrom("192.0.2.2", later!, { code: "y = 1\n" })).status).toBe(200);
    service.passMs(60_000);
    expect((await service.postFrom("192.0.2.1", bad)).status).toBe(402);
    expect(service.runs()).toBe(2);
  });

  test("are checked twenty times a minute when a payer has signed them, wherever they come from", async () => {
    await using service = await open();
    const [payer, other] = [stage.chain.users[1]!, stage.chain.users[2]!];
    const signed = await signMany(service, payer, 21);
    stage.facilitator.fail("verify", "refused");
    const before = asked();
    const statuses = [];
    for (const [n, payment] of signed.entries())
      statuses.push((await service.postFrom(`192.0.2.${n}`, payment)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 402), 429]);
    expect(asked() - before).toBe(20);
    stage.facilitator.fail("verify", undefined);
    const [honest] = await signMany(service, other, 1);
    expect((await service.postFrom("192.0.2.1", honest!)).status).toBe(200);
    service.passMs(60_000);
    expect((await service.postFrom("192.0.2.1", signed[0]!)).status).toBe(200);
  });

  test("do not count for the payer they name when another signer signed them", async () => {
    await using service = await open();
    const payer = stage.chain.users[3]!;
    const [good] = await signMany(service, payer, 1);
    stage.facilitator.fail("verify", "refused");
    for (let n = 0; n < 25; n += 1)
      expect((await service.postFrom(`192.0.2.${n}`, withSignature(good!, forged))).status).toBe(402);
    stage.facilitator.fail("verify", undefined);
    expect((await service.postFrom("192.0.2.77", good!)).status).toBe(200);
  });

  test("do not include those that could not be verified", async () => {
    await using service = await open();
    const [good] = await signMany(service, stage.chain.users[4]!, 1);
    stage.facilitator.fail("verify", "down");
    for (let n = 0; n < 25; n += 1) expect((await service.postFrom("192.0.2.1", good!)).status).toBe(503);
    stage.facilitator.fail("verify", undefined);
    expect((await service.postFrom("192.0.2.1", good!)).status).toBe(200);
  });

  test("do not include pending ones: more than are verified at once wait", async () => {
    await using service = await open();
    const [last, ...signed] = await signMany(service, stage.chain.users[6]!, 21);
    stage.facilitator.fail("verify", "frozen");
    const before = asked();
    const posting = signed.map(async (payment, n) =>
      service.postFrom(`192.0.2.${n}`, payment, { code: `x = ${n}\n` }),
    );
    await until(() => asked() - before === signed.length);
    const tooMany = await service.postFrom("192.0.2.1", last!, job);
    expect([tooMany.status, tooMany.body.error]).toEqual([503, "payment_unavailable"]);
    expect(tooMany.headers.get("retry-after")).toBe("2");
    stage.facilitator.fail("verify", undefined);
    expect((await Promise.all(posting)).map(({ status }) => status)).toEqual(signed.map(() => 200));
    expect((await service.postFrom("192.0.2.1", last!, job)).status).toBe(200);
  });

  test("do not include those that wait in another replica", async () => {
    await using redis = await startRedis();
    const shared = { REDIS_URL: redis.url, DATA_DIR: mkdtempSync(join(tmpdir(), "assay-replicas-")) };
    await using service = await open(shared);
    await using replica = await open(shared);
    const [last, ...signed] = await signMany(service, stage.chain.users[7]!, 21);
    stage.facilitator.fail("verify", "frozen");
    const before = asked();
    const posting = signed.map(async (payment, n) =>
      service.postFrom(`192.0.2.${n}`, payment, { code: `x = ${n}\n` }),
    );
    await until(() => asked() - before === signed.length);
    posting.push(replica.postFrom("192.0.2.99", last!, job));
    await until(() => asked() - before === signed.length + 1);
    stage.facilitator.fail("verify", undefined);
    expect((await Promise.all(posting)).map(({ status }) => status)).toEqual(posting.map(() => 200));
  });
});

describe("no facilitator is called for a payment that", () => {
  test.for<[string, () => Partial<Authorization>, string]>([
    ["pays too little", () => ({ value: 9_999n }), "value_mismatch"],
    ["pays another payee", () => ({ to: stage.chain.users[9]!.address }), "recipient_mismatch"],
    ["is not valid yet", () => ({ validAfter: inSeconds(60) }), "valid_after"],
    ["has expired", () => ({ validBefore: 1n }), "valid_before"],
  ])("%s", async ([, changed, reason]) => {
    await using service = await open();
    const payment = await service.sign("static", stage.chain.users[5]!, changed());
    const before = asked();
    const { status, required } = await service.post("static", job, payment);
    expect([status, required!.error]).toEqual([402, expect.stringContaining(reason)]);
    expect([asked() - before, service.runs()]).toEqual([0, 0]);
  });

  test("has the high s value of its two possible signatures, because anyone can compute it", async () => {
    await using service = await open();
    const payer = stage.chain.users[6]!;
    const [good] = await signMany(service, payer, 1);
    const signature = highS(good!.payload["signature"] as Hex);
    const typed = await typedTransfer(stage.chain, authorizationOf(good!));
    expect(await recoverTypedDataAddress({ ...typed, signature })).toBe(payer.address);
    const twin = withSignature(good!, signature);
    const before = asked();
    const refused = await service.post("static", job, twin);
    expect([refused.status, refused.required!.error]).toEqual([402, "invalid_exact_evm_signature"]);
    expect([asked() - before, service.runs()]).toEqual([0, 0]);
    expect((await service.post("static", job, good)).status).toBe(200);
    const late = await service.post("static", job, twin);
    expect([late.status, late.body.valid]).toEqual([402, undefined]);
  });
});
