import { createHash } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { proveLedger } from "../../../scripts/ledger/prove.ts";
import { engineWithEveryMode, openTestServices } from "../../support/services.ts";

const services = await openTestServices();
const service = await services.open();
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const job = (code: string) => ({ code });

describe("a new key", () => {
  test("is asy_ and 40 base62 characters, with its terms and its fingerprint", async () => {
    const response = await service.send("/v1/keys", { method: "POST" });
    const created = (await response.json()) as { api_key: string };
    expect(response.status).toBe(201);
    expect(created).toEqual({
      api_key: expect.stringMatching(/^asy_[0-9A-Za-z]{40}$/),
      tier: "free",
      credits: 0,
      calls_per_day: 25,
      modes: ["static"],
      deposit_data: `0x${createHash("sha256").update(created.api_key).digest("hex")}`,
    });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("differs each time, and uses every character of the alphabet", async () => {
    const keys = await Promise.all(Array.from({ length: 60 }, async () => service.createKey()));
    expect(new Set(keys).size).toBe(60);
    expect(new Set(keys.flatMap((key) => key.slice(4).split(""))).size).toBe(62);
  });

  test.for(["{}", '{"note":"ci"}', '{"note":7,"other":[]}', ""])(
    "is created with the body %j",
    async (body) => {
      const headers = { "content-type": "application/json" };
      expect((await service.send("/v1/keys", { method: "POST", body, headers })).status).toBe(201);
    },
  );

  test("is created by a form without a body, as curl -d '' sends it", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect((await service.send("/v1/keys", { method: "POST", body: "", headers })).status).toBe(201);
  });

  test("keeps the note it was created with, at most 64 characters of it, as its origin", async () => {
    const response = await service.send("/v1/keys", { body: { note: "n".repeat(100) } });
    const { deposit_data } = (await response.json()) as { deposit_data: string };
    expect(await service.parts.store.findKey(deposit_data.slice(2))).toMatchObject({
      origin: "n".repeat(64),
    });
  });

  test("is not created when the body cannot be read", async () => {
    const response = await service.send("/v1/keys", { method: "POST", body: "{" });
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
      400,
      "bad_request",
    ]);
  });

  test("names no mode when there is no free tier", async () => {
    await using unpaid = await services.open({ env: { FREE_CALLS_PER_DAY: "0" } });
    const created = await (await unpaid.send("/v1/keys", { method: "POST" })).json();
    expect(created).toMatchObject({ calls_per_day: 0, modes: [] });
  });
});

describe("a new key where the operator grants welcome credits", () => {
  test("has them as an ordinary entry of its ledger, and pays for every mode with them", async () => {
    const overrides = engineWithEveryMode(service);
    await using welcoming = await services.open({ env: { WELCOME_CREDITS: "12" }, overrides });
    const created = (await (await welcoming.send("/v1/keys", { method: "POST" })).json()) as any;
    expect(created).toMatchObject({ tier: "paid", credits: 12, modes: ["static", "repair", "execute"] });
    const ledger = await welcoming.send("/v1/keys/ledger", { key: created.api_key });
    expect(await ledger.json()).toMatchObject({ entries: [{ delta: 12, reason: "grant" }] });
    const answer = await welcoming.validate(created.api_key, { code: "x = 1", mode: "execute" });
    expect([answer.status, answer.headers.get("x-credits-remaining")]).toEqual([200, "2"]);
    const proof = await proveLedger(welcoming.parts.store);
    expect([proof.credits, proof.contradictions]).toEqual([2, []]);
  });

  test("has none beyond the keys that its address may make in a day", async () => {
    const env = { WELCOME_CREDITS: "12", KEYS_PER_ADDRESS_PER_DAY: "2" };
    await using welcoming = await services.open({ env });
    const statuses = [];
    for (let n = 0; n < 4; n += 1)
      statuses.push((await welcoming.send("/v1/keys", { method: "POST" })).status);
    expect(statuses).toEqual([201, 201, 429, 429]);
    expect((await proveLedger(welcoming.parts.store)).credits).toBe(24);
  });
});

describe("GET /v1/keys/self", () => {
  test("shows the remaining calls of a free key", async () => {
    const key = await service.createKey();
    await service.validate(key, job("x = 1"));
    const response = await service.send("/v1/keys/self", { key });
    expect(await response.json()).toEqual({
      tier: "free",
      modes: ["static"],
      credits: 0,
      calls_per_day: 25,
      calls_remaining: 24,
      reset_at: expect.stringMatching(/T00:00:00\.000Z$/),
      deposit_data: `0x${createHash("sha256").update(key).digest("hex")}`,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(response.headers.get("x-quota-remaining")).toBe("24");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("shows the credits of a paid key", async () => {
    const key = await service.createKey();
    await service.grant(key, 40);
    const response = await service.send("/v1/keys/self", { key });
    expect(await response.json()).toMatchObject({ tier: "paid", credits: 40, calls_remaining: 25 });
    expect(response.headers.get("x-credits-remaining")).toBe("40");
  });

  test("is refused for the operator's secret, which is not a key", async () => {
    const secret = "operator-secret-of-32-characters-or-more";
    await using operated = await services.open({ env: { SERVICE_KEY: secret } });
    expect((await operated.send("/v1/keys/self", { key: secret })).status).toBe(401);
  });
});

describe("a revoked key", () => {
  test("is refused at once, at every entrance", async () => {
    const key = await service.createKey();
    expect((await service.validate(key, job("x = 1"))).status).toBe(200);
    const revoked = await service.send("/v1/keys/self", { method: "DELETE", key });
    expect([revoked.status, await revoked.json()]).toEqual([200, { revoked: true }]);
    expect((await service.validate(key, job("x = 1"))).status).toBe(401);
    expect((await service.send("/v1/keys/self", { key })).status).toBe(401);
    expect((await service.send("/v1/keys/self", { method: "DELETE", key })).status).toBe(401);
  });

  test("does not affect other keys", async () => {
    const [gone, kept] = [await service.createKey(), await service.createKey()];
    await service.send("/v1/keys/self", { method: "DELETE", key: gone });
    expect((await service.validate(kept, job("x = 1"))).status).toBe(200);
  });
});

describe("a key", () => {
  test.for(["Bearer", "bearer", "BEARER"])("is accepted as %s and as x-api-key", async (scheme) => {
    const key = await service.createKey();
    for (const headers of [{ authorization: `${scheme} ${key}` }, { "x-api-key": key }]) {
      expect((await service.send("/v1/keys/self", { headers })).status).toBe(200);
    }
  });

  test("is read from Authorization rather than from x-api-key", async () => {
    const key = await service.createKey();
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await service.send("/v1/keys/self", { headers })).status;
    expect(await status({ authorization: `Bearer ${key}`, "x-api-key": "asy_wrong" })).toBe(200);
    expect(await status({ authorization: "Bearer asy_wrong", "x-api-key": key })).toBe(401);
    expect(await status({ authorization: "Basic dXNlcjpwYXNz", "x-api-key": key })).toBe(401);
  });

  test("is not read from a query string", async () => {
    const key = await service.createKey();
    for (const name of ["api_key", "key", "x-api-key", "authorization", "access_token"]) {
      expect((await service.send(`/v1/keys/self?${name}=${key}`)).status).toBe(401);
    }
  });

  test.for(["Basic dXNlcjpwYXNz", "Bearer", "Bearer ", "Bearer a b", "Digest x", "asy_bare"])(
    "is refused when it is sent as Authorization: %s, with the way to create one",
    async (authorization) => {
      const response = await service.send("/v1/keys/self", { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe(
        `Bearer realm="assay", mint="${service.url}/v1/keys"`,
      );
      expect(await response.json()).toMatchObject({
        error: "unauthorized",
        remedy: { action: "mint_key", method: "POST", url: `${service.url}/v1/keys` },
      });
    },
  );

  test("is refused in the same way when it is unknown, a fingerprint or in another case", async () => {
    const key = await service.createKey();
    const guesses = [`asy_${"a".repeat(40)}`, createHash("sha256").update(key).digest("hex"), swapCase(key)];
    for (const guess of guesses) {
      const { status, body } = await service.validate(guess, job("x = 1"));
      expect([status, body.error]).toEqual([401, "unauthorized"]);
    }
  });

  test("still works for an address that must wait after many unknown keys", async () => {
    await using guarded = await services.open();
    const key = await guarded.createKey();
    const statuses: number[] = [];
    for (let n = 0; n < 601; n += 1) {
      statuses.push((await guarded.send("/v1/keys/self", { key: `asy_${n}` })).status);
    }
    expect(statuses.indexOf(429)).toBe(600);
    const refused = await guarded.send("/v1/keys/self", { key: "asy_again" });
    expect(await refused.json()).toMatchObject({ error: "rate_limited", remedy: { action: "wait" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await guarded.send("/v1/keys/self", { key })).status).toBe(200);
  });
});

describe("the keys per address and day are limited:", () => {
  const create = async (
    { send }: Pick<typeof service, "send">,
    forwardedFor?: string,
  ): Promise<{ status: number; headers: Headers; body: unknown }> => {
    const headers: Record<string, string> = forwardedFor ? { "x-forwarded-for": forwardedFor } : {};
    const response = await send("/v1/keys", { method: "POST", headers });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const open = (trustProxy: number) =>
    services.open({ env: { KEYS_PER_ADDRESS_PER_DAY: "3", TRUST_PROXY: String(trustProxy) } });

  test("the fourth is refused until midnight UTC", async () => {
    await using metered = await open(0);
    for (let n = 0; n < 3; n += 1) expect((await create(metered)).status).toBe(201);
    const { status, headers, body } = await create(metered);
    expect(status).toBe(429);
    expect(body).toMatchObject({
      error: "quota_exhausted",
      remedy: { action: "wait", reset_at: expect.stringMatching(/T00:00:00\.000Z$/) },
    });
    expect(Number(headers.get("x-quota-reset")) % 86_400).toBe(0);
  });

  test("exactly three of twenty concurrent requests create a key", async () => {
    await using metered = await open(0);
    const created = await Promise.all(Array.from({ length: 20 }, async () => create(metered)));
    expect(created.filter(({ status }) => status === 201)).toHaveLength(3);
  });

  test("x-forwarded-for is ignored without a proxy in front", async () => {
    await using metered = await open(0);
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await create(metered, `198.51.100.${n}`)).status);
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
  });

  test("only the address that the proxy saw counts behind one proxy", async () => {
    await using metered = await open(1);
    const statuses = [];
    for (let n = 0; n < 5; n += 1) {
      statuses.push((await create(metered, `198.51.100.${n}, 203.0.113.9`)).status);
    }
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
    expect((await create(metered, "203.0.113.10")).status).toBe(201);
  });

  test("the last address but one counts behind two proxies", async () => {
    await using metered = await open(2);
    const statuses = [];
    for (let n = 0; n < 5; n += 1) {
      statuses.push((await create(metered, `198.51.100.${n}, 203.0.113.9, 10.0.0.${n}`)).status);
    }
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
  });

  test("ten addresses of one IPv6 network are one caller", async () => {
    await using metered = await open(1);
    const statuses = [];
    for (let n = 1; n <= 10; n += 1) statuses.push((await create(metered, `2001:db8::${n}`)).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
  });

  test("an invalid address is one caller too", async () => {
    await using metered = await open(1);
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await create(metered, `nowhere-${n}`)).status);
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
  });
});

function swapCase(text: string): string {
  return Array.from(text, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join("");
}
