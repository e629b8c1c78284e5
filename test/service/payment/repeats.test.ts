import { afterAll, describe, expect, test } from "vitest";
import { fingerprintOf } from "../../../service/caller/keys.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { openSocket, requestText } from "../../support/raw-http.ts";
import { engineWithEveryMode, openTestServices } from "../../support/services.ts";
import { slowCode } from "../../support/slow-code.ts";
import { until } from "../../support/until.ts";

const services = await openTestServices();
const service = await services.open({ env: { FREE_CALLS_PER_DAY: "1000" } });
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const code = "def f(x: int) -> int:\n    return x\n";
const remainingOf = (headers: Headers): number => Number(headers.get("x-quota-remaining"));

describe("a call is a repeat when it differs only in", () => {
  const plain = `{"code":${JSON.stringify(code)}}`;
  test.for<[string, string, string]>([
    ["nothing", plain, plain],
    ["the order of its fields", `{"code":"x = 1","mode":"static"}`, `{"mode":"static","code":"x = 1"}`],
    [
      "the order of its options",
      `{"code":"x = 1","options":{"max_iterations":2,"timeout_s":5}}`,
      `{"code":"x = 1","options":{"timeout_s":5,"max_iterations":2}}`,
    ],
    [
      "defaults written out",
      plain,
      `{"code":${JSON.stringify(code)},"language":"python","mode":"static","options":{"timeout_s":null,"max_iterations":3,"transpile_to":null,"expected_output":null,"examples":null,"optimize":false}}`,
    ],
    [
      "1 and 1.0 and 10e-1",
      `{"code":"x = 1","options":{"timeout_s":1}}`,
      `{"code":"x = 1","options":{"timeout_s":1.0,"max_iterations":30e-1}}`,
    ],
    [
      "unknown options and fields",
      plain,
      `{"code":${JSON.stringify(code)},"trace":true,"options":{"colour":"red"}}`,
    ],
    ["a __proto__", plain, `{"code":${JSON.stringify(code)},"options":{"__proto__":{"optimize":true}}}`],
    ["the escapes of a character", `{"code":"x = 'ä'"}`, `{"code":"x = '\\u00e4'"}`],
  ])("%s", async ([, first, second]) => {
    const key = await service.createKey();
    const one = await service.validate(key, first);
    const other = await service.validate(key, second);
    expect([one.status, one.headers.get("x-svc-repeat")]).toEqual([200, null]);
    expect([other.status, other.headers.get("x-svc-repeat")]).toEqual([200, "1"]);
    expect(remainingOf(other.headers)).toBe(remainingOf(one.headers));
    const { request_id: _, ...meta } = one.body.meta;
    expect(other.body).toEqual({
      ...one.body,
      meta: { ...meta, request_id: other.headers.get("x-request-id") },
    });
  });
});

describe("a call is a new one when it differs in", () => {
  test.for<[string, object, object]>([
    ["one character", { code: "x = 1" }, { code: "x = 2" }],
    ["a trailing newline", { code: "x = 1" }, { code: "x = 1\n" }],
    ["its line endings", { code: "x = 1\n" }, { code: "x = 1\r\n" }],
    ["its Unicode normal form", { code: "x = '\u00e9'" }, { code: "x = 'e\u0301'" }],
    ["an option", { code: "x = 1" }, { code: "x = 1", options: { optimize: true } }],
    [
      "null and an empty string",
      { code: "x = 1", options: { examples: null } },
      { code: "x = 1", options: { examples: "" } },
    ],
    [
      "two options that look alike side by side",
      { code: "x = 1", options: { expected_output: "a", examples: "" } },
      { code: "x = 1", options: { expected_output: "", examples: "a" } },
    ],
  ])("%s", async ([, first, second]) => {
    const key = await service.createKey();
    const one = await service.validate(key, first);
    const other = await service.validate(key, second);
    expect([one.status, other.status, other.headers.get("x-svc-repeat")]).toEqual([200, 200, null]);
    expect(remainingOf(other.headers)).toBe(remainingOf(one.headers) - 1);
  });

  test("its mode", async () => {
    await using every = await services.open({ overrides: engineWithEveryMode(service) });
    const key = await every.createKey();
    await every.grant(key, 100);
    for (const mode of ["static", "repair", "execute"]) {
      const { status, headers } = await every.validate(key, { code, mode });
      expect([status, headers.get("x-svc-repeat")]).toEqual([200, null]);
    }
  });

  test("its key: nobody gets the answer to another caller's submission", async () => {
    const [one, other] = [await service.createKey(), await service.createKey()];
    await service.validate(one, { code });
    const { headers } = await service.validate(other, { code });
    expect([headers.get("x-svc-repeat"), remainingOf(headers)]).toEqual([null, 999]);
  });
});

test("an answer is remembered for exactly ten minutes", async () => {
  const clock = manualClock();
  await using clocked = await services.open({ overrides: { clock } });
  const key = await clocked.createKey();
  const isRepeat = async (): Promise<boolean> =>
    (await clocked.validate(key, { code })).headers.get("x-svc-repeat") === "1";
  expect(await isRepeat()).toBe(false);
  await clock.advance(599_999);
  expect(await isRepeat()).toBe(true);
  await clock.advance(1);
  expect(await isRepeat()).toBe(false);
  expect(await isRepeat()).toBe(true);
});

test("a repeat does not prolong the ten minutes", async () => {
  const clock = manualClock();
  await using clocked = await services.open({ overrides: { clock } });
  const key = await clocked.createKey();
  await clocked.validate(key, { code });
  for (let minute = 0; minute < 9; minute += 1) {
    await clock.advance(60_000);
    expect((await clocked.validate(key, { code })).headers.get("x-svc-repeat")).toBe("1");
  }
  await clock.advance(60_000);
  expect((await clocked.validate(key, { code })).headers.get("x-svc-repeat")).toBeNull();
});

test("an incomplete verdict is not remembered", async () => {
  const key = await service.createKey();
  // So deep that a checker fails on it.
  const deep = `x = ${"-".repeat(100_000)}1\n`;
  const first = await service.validate(key, { code: deep });
  expect(first.body.valid).toBe(false);
  expect(first.body.diagnostics.map(({ rule }: { rule: string }) => rule)).toContainEqual(
    expect.stringMatching(/:incomplete$/),
  );
  const second = await service.validate(key, { code: deep });
  expect([second.status, second.headers.get("x-svc-repeat")]).toEqual([200, null]);
});

test("a refusal is not remembered", async () => {
  const key = await service.createKey();
  for (let n = 0; n < 2; n += 1) {
    const { status, headers } = await service.validate(key, { code: "", mode: "static" });
    expect([status, headers.get("x-svc-repeat")]).toEqual([400, null]);
  }
});

test("identical concurrent calls are worked on once and charged once", async () => {
  const key = await service.createKey();
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => service.validate(key, { code: slowCode("flight") })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.filter(({ headers }) => headers.get("x-svc-repeat") === null)).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => body.meta.request_id)).size).toBe(20);
  const { calls_remaining } = (await (await service.send("/v1/keys/self", { key })).json()) as any;
  expect(calls_remaining).toBe(999);
});

describe("a caller who hangs up", () => {
  async function hangUpWhileWorking(key: string, name: string): Promise<void> {
    const body = JSON.stringify({ code: slowCode(name) });
    const socket = await openSocket(service.url);
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "content-length": String(body.length),
    };
    socket.write(requestText("POST /v1/validate", headers) + body);
    await until(() => service.parts.inFlight.count() === 1 && service.parts.turns.checking.taken() === 1);
    socket.destroy();
  }

  const account = async (key: string) => service.parts.store.readAccount(fingerprintOf(key), today());

  test("gets the charge back, as an allowance call", async () => {
    const key = await service.createKey();
    await hangUpWhileWorking(key, "allowance");
    await until(() => service.parts.inFlight.count() === 0 && service.parts.turns.checking.taken() === 0);
    await until(async () => (await account(key)).usedToday === 0);
    expect((await service.validate(key, { code })).headers.get("x-quota-remaining")).toBe("999");
  });

  test("gets the charge back, as credits", async () => {
    await using paid = await services.open({ env: { FREE_CALLS_PER_DAY: "0" } });
    const key = await paid.createKey();
    await paid.grant(key, 5);
    const gone = new AbortController();
    const call = fetch(`${paid.url}/v1/validate`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ code: slowCode("credits") }),
      signal: gone.signal,
    });
    await until(() => paid.parts.turns.checking.taken() === 1);
    gone.abort();
    await expect(call).rejects.toThrow("aborted");
    const { store } = paid.parts;
    await until(async () => (await store.readAccount(fingerprintOf(key), today())).credits === 5);
    const entries = await store.readEntries(fingerprintOf(key));
    expect(entries.map(({ reason, delta }) => [reason, delta])).toEqual([
      ["grant", 5],
      ["charge", -1],
      ["give_back", 1],
    ]);
  });

  test("does not affect another caller who waits for the same answer", async () => {
    const key = await service.createKey();
    const waiting = hangUpWhileWorking(key, "shared");
    await until(() => service.parts.inFlight.count() === 1);
    const answer = service.validate(key, { code: slowCode("shared") });
    await waiting;
    expect((await answer).status).toBe(200);
    expect(await account(key)).toMatchObject({ usedToday: 1 });
  });
});

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
