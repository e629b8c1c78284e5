import { afterAll, beforeAll, expect, test } from "vitest";
import { fingerprintOf } from "../../../service/caller/keys.ts";
import { createKnownKeys } from "../../../parts/limits/known-keys.ts";
import type { CommandName } from "../../../parts/store/store.ts";
import { aGrant, aName, noonMs, today } from "../../parts/store/builders.ts";
import { manualClock } from "../../support/manual-clock.ts";
import type { TestService } from "../../support/service.ts";
import { openTestServices, type TestServices } from "../../support/services.ts";

let services: TestServices;
let service: TestService;
beforeAll(async () => {
  services = await openTestServices();
  service = await services.open({ env: { FREE_CALLS_PER_DAY: "3" } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

let jobs = 0;
const validate = async (key: string, body: object = { code: `x = ${(jobs += 1)}\n` }) =>
  service.send("/v1/validate", { key, body });

/** A key that this process has cached, and the store's commands since. */
async function aKnownKey() {
  const key = await service.createKey();
  expect((await validate(key)).status).toBe(200);
  return { key, account: fingerprintOf(key) };
}

test("a recently found key is charged like any other, down to its last free call", async () => {
  const { key, account } = await aKnownKey();
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await validate(key)).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await service.parts.store.readAccount(account, today)).credits).toBe(0);
});

test("a cached key that was revoked meanwhile is refused before anything else is reported", async () => {
  for (const body of [undefined, { code: 7 }, { code: "x = 1\n", mode: "nonsense" }]) {
    const { key, account } = await aKnownKey();
    await service.parts.store.revokeKey(account, noonMs);
    const refused = await validate(key, body);
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: "unauthorized" }]);
    expect(refused.headers.get("x-quota-tier")).toBeNull();
  }
});

test("a cached key that owes credits meanwhile is frozen until it has paid", async () => {
  const { key, account } = await aKnownKey();
  const sold = { credits: 5, amountCents: 50 };
  const { store } = service.parts;
  await store.reverse({ reference: aName(), session: aName(), account, cents: 50, sold, atMs: noonMs });
  expect((await validate(key)).status).toBe(402);
  await store.grant(aGrant(account, 6));
  expect((await validate(key)).status).toBe(200);
  expect(await store.readStatement(account)).toMatchObject({ credits: 1, owed: 0 });
});

test("a bad request with a known key gets its own error", async () => {
  const { key } = await aKnownKey();
  expect((await validate(key, { code: 7 })).status).toBe(400);
  expect((await validate(key)).status).toBe(200);
});

test("the store finds a known key and charges it in one command", async () => {
  const asked: CommandName[] = [];
  await using other = await services.open();
  const key = await other.createKey();
  const { store } = other.parts;
  for (const name of ["findKey", "beginCall", "beginCallOfKey"] as const) {
    const command = store[name] as (...given: unknown[]) => Promise<never>;
    Object.assign(store, {
      [name]: async (...given: unknown[]) => {
        asked.push(name);
        return command(...given);
      },
    });
  }
  for (let n = 0; n < 3; n += 1) await other.send("/v1/validate", { key, body: { code: `y = ${n}\n` } });
  expect(asked).toEqual(["findKey", "beginCall", "beginCallOfKey", "beginCallOfKey"]);
});

test("a key is cached for a minute after it was found, and the oldest of very many are dropped", async () => {
  const clock = manualClock();
  const known = createKnownKeys(clock);
  known.note("key");
  await clock.advance(59_999);
  expect([known.has("key"), known.has("other")]).toEqual([true, false]);
  await clock.advance(1);
  expect(known.has("key")).toBe(false);
  for (let n = 0; n <= 10_000; n += 1) known.note(`key ${n}`);
  expect([known.has("key 0"), known.has("key 1")]).toEqual([false, true]);
  known.forget("key 1");
  expect(known.has("key 1")).toBe(false);
});
