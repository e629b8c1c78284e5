import { afterAll, describe, expect, test } from "vitest";
import { manualClock } from "../../support/manual-clock.ts";
import type { TestService } from "../../support/service.ts";
import { engineWithEveryMode, openTestServices } from "../../support/services.ts";

const services = await openTestServices();
const service = await services.open();
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

/** Distinct calls, because an equal one would be answered from memory. */
async function spend(on: TestService, key: string | undefined, calls: number, from = 0): Promise<number[]> {
  const statuses = [];
  for (let n = from; n < from + calls; n += 1) statuses.push((await on.validate(key, aJob(n))).status);
  return statuses;
}

const aJob = (n: number | string, mode = "static") => ({ code: `x = ${JSON.stringify(n)}\n`, mode });
const manyOf = (status: number, count: number): number[] => Array.from({ length: count }, () => status);

describe("the free tier", () => {
  test("covers 25 static checks and refuses the 26th until midnight UTC", async () => {
    const clock = manualClock(Date.UTC(2026, 10, 15, 23, 59, 30));
    await using clocked = await services.open({ overrides: { clock } });
    const key = await clocked.createKey();
    for (let n = 1; n <= 25; n += 1) {
      const { status, headers } = await clocked.validate(key, aJob(n));
      expect([status, headers.get("x-quota-remaining")]).toEqual([200, String(25 - n)]);
    }
    const { status, headers, body } = await clocked.validate(key, aJob(26));
    const midnightMs = Date.UTC(2026, 10, 16);
    expect(status).toBe(429);
    expect(body).toMatchObject({
      error: "quota_exhausted",
      remedy: { action: "wait", reset_at: new Date(midnightMs).toISOString() },
    });
    expect(quotaOf(headers)).toEqual({ tier: "free", remaining: "0", credits: null });
    expect(headers.get("x-quota-reset")).toBe(String(midnightMs / 1000));

    await clock.advance(29_999);
    expect((await clocked.validate(key, aJob(27))).status).toBe(429);
    await clock.advance(1);
    const renewed = await clocked.validate(key, aJob(28));
    expect([renewed.status, renewed.headers.get("x-quota-remaining")]).toEqual([200, "24"]);
    expect(renewed.headers.get("x-quota-reset")).toBe(String(midnightMs / 1000 + 86_400));
  });

  test("does not give a used day back when the clock goes back an hour", async () => {
    const clock = manualClock(Date.UTC(2026, 10, 15, 12));
    await using clocked = await services.open({ env: { FREE_CALLS_PER_DAY: "2" }, overrides: { clock } });
    const key = await clocked.createKey();
    await spend(clocked, key, 2);
    await clock.advance(-3_600_000);
    expect((await clocked.validate(key, aJob("late"))).status).toBe(429);
  });

  test("still answers repeats when it is used up", async () => {
    await using small = await services.open({ env: { FREE_CALLS_PER_DAY: "1" } });
    const key = await small.createKey();
    await spend(small, key, 2);
    const { status, headers } = await small.validate(key, aJob(0));
    expect([status, headers.get("x-svc-repeat"), headers.get("x-quota-remaining")]).toEqual([200, "1", "0"]);
  });

  test("gives every key its own allowance", async () => {
    await using small = await services.open({ env: { FREE_CALLS_PER_DAY: "1" } });
    const [one, other] = [await small.createKey(), await small.createKey()];
    expect([...(await spend(small, one, 2)), ...(await spend(small, other, 2))]).toEqual([
      200, 429, 200, 429,
    ]);
  });

  test.for(["repair", "execute"])("does not cover %s", async (mode) => {
    await using every = await services.open({ overrides: engineWithEveryMode(service) });
    const key = await every.createKey();
    const { status, body, headers } = await every.validate(key, aJob(1, mode));
    const price = mode === "repair" ? 3 : 10;
    expect(status).toBe(402);
    expect(body).toMatchObject({
      error: "payment_required",
      message: `This key does not cover mode ${mode}.`,
      remedy: { action: "buy_credits", price_credits: price, price_cents: price * 2, routes: [] },
    });
    expect(headers.get("x-quota-remaining")).toBe("25");
  });

  test("may be off: a key without credits gets 402, and one with credits is served", async () => {
    await using unpaid = await services.open({ env: { FREE_CALLS_PER_DAY: "0" } });
    const key = await unpaid.createKey();
    const { status, body } = await unpaid.validate(key, aJob(1));
    expect([status, body.error, body.remedy.price_credits]).toEqual([402, "payment_required", 1]);
    await unpaid.grant(key, 1);
    expect(await spend(unpaid, key, 2)).toEqual([200, 402]);
  });
});

describe("credits", () => {
  test("are used for static only after the day's allowance", async () => {
    await using small = await services.open({ env: { FREE_CALLS_PER_DAY: "2" } });
    const key = await small.createKey();
    await small.grant(key, 3);
    const seen = [];
    for (let n = 0; n < 6; n += 1) {
      const { status, headers } = await small.validate(key, aJob(n));
      seen.push([status, ...Object.values(quotaOf(headers))]);
    }
    expect(seen).toEqual([
      [200, "paid", "3", "3"],
      [200, "paid", "3", "3"],
      [200, "paid", "2", "2"],
      [200, "paid", "1", "1"],
      [200, "free", "0", null],
      [429, "free", "0", null],
    ]);
    const { free, paid } = ((await (await small.send("/v1/stats")).json()) as any).totals;
    expect([free, paid]).toEqual([{ static: 2 }, { static: 3 }]);
  });

  test.for<[string, number]>([
    ["repair", 3],
    ["execute", 10],
  ])("pay for %s at its price, and the headers count calls of that mode", async ([mode, price]) => {
    await using every = await services.open({ overrides: engineWithEveryMode(service) });
    const key = await every.createKey();
    await every.grant(key, price * 2 + 1);
    const seen = [];
    for (let n = 0; n < 3; n += 1) {
      const { status, headers } = await every.validate(key, aJob(n, mode));
      seen.push([status, ...Object.values(quotaOf(headers))]);
    }
    expect(seen).toEqual([
      [200, "paid", "1", String(price + 1)],
      [200, "paid", "0", "1"],
      [402, "paid", "0", "1"],
    ]);
    const account = (await (await every.send("/v1/keys/self", { key })).json()) as any;
    expect([account.credits, account.calls_remaining]).toEqual([1, 25]);
  });

  test("enable every mode that the deployment serves", async () => {
    await using every = await services.open({
      env: { MODES: "static,repair" },
      overrides: engineWithEveryMode(service),
    });
    const key = await every.createKey();
    await every.grant(key, 1);
    expect(await (await every.send("/v1/keys/self", { key })).json()).toMatchObject({
      modes: ["static", "repair"],
    });
  });
});

describe("the keyless trial", () => {
  test("is off by default", async () => {
    const { status, body } = await service.validate(undefined, aJob(1));
    expect([status, body.error, body.remedy.action]).toEqual([401, "unauthorized", "mint_key"]);
  });

  test("is counted per address and points to POST /v1/keys when it is used up", async () => {
    await using trial = await services.open({ env: { TRIAL_CALLS_PER_DAY: "2", TRUST_PROXY: "1" } });
    const ask = async (n: number, address: string) =>
      trial.send("/v1/validate", { body: aJob(n), headers: { "x-forwarded-for": address } });
    const first = await ask(1, "192.0.2.1");
    expect(quotaOf(first.headers)).toEqual({ tier: "trial", remaining: "1", credits: null });
    expect((await ask(2, "192.0.2.1")).status).toBe(200);
    const spent = await ask(3, "192.0.2.1");
    expect(spent.status).toBe(429);
    expect(spent.headers.get("x-quota-reset")).toMatch(/^\d+$/);
    expect(await spent.json()).toMatchObject({
      error: "quota_exhausted",
      remedy: { action: "mint_key", method: "POST", url: `${trial.url}/v1/keys` },
    });
    expect((await ask(3, "192.0.2.2")).status).toBe(200);
    expect(((await (await trial.send("/v1/stats")).json()) as any).totals.trial).toEqual({ static: 3 });
  });

  test.for(["repair", "execute"])("never covers %s", async (mode) => {
    await using trial = await services.open({
      env: { TRIAL_CALLS_PER_DAY: "5" },
      overrides: engineWithEveryMode(service),
    });
    const { status, body, headers } = await trial.validate(undefined, aJob(1, mode));
    expect([status, body.error, body.remedy.action]).toEqual([401, "unauthorized", "mint_key"]);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer /);
    expect(headers.get("x-quota-remaining")).toBe("5");
  });

  test("is not given to a caller with an invalid key", async () => {
    await using trial = await services.open({ env: { TRIAL_CALLS_PER_DAY: "5" } });
    expect((await trial.validate("asy_unknown", aJob(1))).status).toBe(401);
  });

  test("does not cover endpoints that need a key", async () => {
    await using trial = await services.open({ env: { TRIAL_CALLS_PER_DAY: "5" } });
    expect((await trial.send("/v1/keys/self")).status).toBe(401);
  });
});

describe("the operator's secret", () => {
  const secret = "operator-secret-of-32-characters-or-more";

  test("is served in every mode, uncharged and counted separately", async () => {
    await using operated = await services.open({
      env: { SERVICE_KEY: secret, FREE_CALLS_PER_DAY: "1" },
      overrides: engineWithEveryMode(service),
    });
    for (const [n, mode] of ["static", "static", "repair", "execute"].entries()) {
      const { status, headers } = await operated.validate(secret, aJob(n, mode));
      expect([status, headers.get("x-quota-remaining")]).toEqual([200, null]);
    }
    const { totals } = (await (await operated.send("/v1/stats")).json()) as any;
    expect(totals.operator).toEqual({ static: 2, repair: 1, execute: 1 });
    expect([totals.free, totals.paid]).toEqual([{}, {}]);
  });

  test("gives no access when none is configured", async () => {
    expect((await service.validate(secret, aJob(1))).status).toBe(401);
  });
});

describe("a mode that the deployment does not serve", () => {
  test("is refused before the key is charged", async () => {
    await using small = await services.open({
      env: { MODES: "static", FREE_CALLS_PER_DAY: "5" },
      overrides: engineWithEveryMode(service),
    });
    const key = await small.createKey();
    await small.grant(key, 100);
    const { status, body, headers } = await small.validate(key, aJob(1, "execute"));
    expect([status, body.error, body.remedy]).toEqual([409, "unsupported_mode", undefined]);
    expect(headers.get("x-credits-remaining")).toBe("100");
    expect(await (await small.send("/v1/keys/self", { key })).json()).toMatchObject({
      credits: 100,
      calls_remaining: 5,
    });
  });
});

test.for([1, 2, 3])("every refusal is free (balance of %i)", async (credits) => {
  await using paid = await services.open({ env: { FREE_CALLS_PER_DAY: "0", MAX_CODE_LENGTH: "50" } });
  const key = await paid.createKey();
  await paid.grant(key, credits);
  const refused = [
    { code: "" },
    { code: 7 },
    { code: "x = 1", language: "sql" },
    { code: "x".repeat(51) },
    { code: "x = 1", mode: "execute", options: { timeout_s: 61 } },
  ];
  for (const body of refused) expect((await paid.validate(key, body)).status).toBeGreaterThanOrEqual(400);
  const account = await (await paid.send("/v1/keys/self", { key })).json();
  expect(account).toMatchObject({ credits });
  expect(await spend(paid, key, credits + 1)).toEqual([...manyOf(200, credits), 402]);
});

function quotaOf(headers: Headers) {
  return {
    tier: headers.get("x-quota-tier"),
    remaining: headers.get("x-quota-remaining"),
    credits: headers.get("x-credits-remaining"),
  };
}
