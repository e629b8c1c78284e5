import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import type { Engine } from "../../../../../engine/engine.ts";
import { entrances, describeEntrances } from "../../../../support/entrances.ts";
import type { TestService } from "../../../../support/service.ts";
import { openTestServices } from "../../../../support/services.ts";
import { until } from "../../../../support/until.ts";

const adminToken = "the-operator-s-own-token-of-40-characters";
const serviceKey = "the-secret-of-the-operator-s-own-programs";
const recording = {
  RECORD_REJECTED: "on",
  ADMIN_TOKEN: adminToken,
  SERVICE_KEY: serviceKey,
  FREE_CALLS_PER_DAY: "1000",
};

const services = await openTestServices();
const service = await services.open({ env: recording });
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

type Item = Readonly<{ cursor: string; code: string; rules: string[]; mode: string; at: string }>;
type Page = Readonly<{ items: readonly Item[]; next: string }>;

const path = "/v1/training-data";
const read = async (at: TestService, query = ""): Promise<Page> =>
  (await (await at.send(path + query, { key: adminToken })).json()) as Page;

async function readAll(at: TestService, since = "0"): Promise<Item[]> {
  const { items, next } = await read(at, `?since=${since}`);
  return items.length === 0 ? [] : [...items, ...(await readAll(at, next))];
}

/** Rejected code that no other test sends. */
const aReject = (): string => `print(name_${randomUUID().slice(0, 8)})\n`;

/** The recordings up to now: snippets are processed in order, so the last one sent comes last. */
async function recorded(at: TestService): Promise<readonly string[]> {
  const last = aReject();
  await at.validate(await at.createKey(), { code: last });
  let codes: string[] = [];
  await until(async () => {
    codes = (await readAll(at)).map(({ code }) => code);
    return codes.includes(last);
  });
  return codes.filter((code) => code !== last);
}

const withHeader = (at: TestService, name: string, value: string): TestService => ({
  ...at,
  send: async (to, { headers = {}, ...request } = {}) =>
    at.send(to, { ...request, headers: { ...headers, [name]: value } }),
});

describe("the endpoint for training data", () => {
  test("does not exist when nothing is recorded, with or without a token", async () => {
    await using off = await services.open({ env: { ADMIN_TOKEN: adminToken } });
    for (const request of [{}, { key: adminToken }]) {
      const response = await off.send(path, request);
      expect([response.status, await response.json()]).toMatchObject([404, { error: "not_found" }]);
    }
  });

  test.for<[string, Record<string, string>]>([
    ["no token", {}],
    ["another token", { authorization: "Bearer wrong" }],
    ["a longer token", { authorization: `Bearer ${adminToken}x` }],
    ["another scheme", { authorization: `Basic ${adminToken}` }],
    ["the token as a key", { "x-api-key": adminToken }],
    ["the secret of the operator's programs", { authorization: `Bearer ${serviceKey}` }],
  ])("is refused with %s, without advice to create a key for it", async ([, headers]) => {
    const response = await service.send(path, { headers });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer /);
    const refusal = (await response.json()) as any;
    expect(refusal).toMatchObject({ error: "unauthorized", remedy: { action: "fix_request" } });
    expect(refusal.message).toContain("ADMIN_TOKEN");
  });

  test("is refused with a key", async () => {
    expect((await service.send(path, { key: await service.createKey() })).status).toBe(401);
  });

  test("limits guesses of its token, and can still be read", async () => {
    await using guarded = await services.open({ env: recording });
    const statuses: number[] = [];
    for (let n = 0; n < 601; n += 1) statuses.push((await guarded.send(path, { key: `guess-${n}` })).status);
    expect(statuses.indexOf(429)).toBe(600);
    expect((await guarded.send(path, { key: adminToken })).status).toBe(200);
  });

  test.for(["since=x", "since=-1", "since=1.5", `since=${"9".repeat(16)}`, "since=1&since=2"])(
    "refuses ?%s by name",
    async (query) => {
      const response = await service.send(`${path}?${query}`, { key: adminToken });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: "bad_request",
        fields: [{ loc: ["query", "since"] }],
      });
    },
  );

  test.for(["0", "101", "ten", "-1"])("refuses ?limit=%s by name", async (limit) => {
    const response = await service.send(`${path}?limit=${limit}`, { key: adminToken });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { fields: [{ loc: ["query", "limit"] }] },
    ]);
  });

  test("is described, with its token and its refusals", async () => {
    const document = (await (await service.send("/openapi.json")).json()) as any;
    const { security, responses, parameters } = document.paths[path].get;
    expect(security).toEqual([{ operator: [] }]);
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(["200", "400", "401", "404", "429", "503"]),
    );
    expect(parameters).toMatchObject([{ name: "since" }, { name: "limit" }, {}]);
    for (const takes of ["/v1/validate", "/mcp", "/a2a", "/v1/x402/static"])
      expect(document.paths[takes].post.parameters).toContainEqual({
        $ref: "#/components/parameters/x-no-record",
      });
  });
});

describe("a recorded snippet", () => {
  test("has its code, its rules, its mode and its time, and nothing of its sender", async () => {
    await using fresh = await services.open({ env: recording });
    const key = await fresh.createKey();
    const code = `import pickle\nprint(undefined_here, pickle.loads(b"x"))\nprint(undefined_too)\n`;
    const before = fresh.parts.clock.now();
    const { body } = await fresh.validate(key, { code, filename: "private.py" });
    await until(async () => (await read(fresh)).items.length > 0);
    const response = await fresh.send(path, { key: adminToken });
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { items, next } = (await response.json()) as Page;
    expect(items).toHaveLength(1);
    const [item] = items;
    expect(Object.keys(item!).toSorted()).toEqual(["at", "code", "cursor", "mode", "rules"]);
    expect(item).toMatchObject({ code, mode: "static", cursor: next });
    expect(Date.parse(item!.at)).toBeGreaterThanOrEqual(before);
    const errors: string[] = [
      ...body.diagnostics.filter(({ severity }: any) => severity === "error").map(({ rule }: any) => rule),
      ...body.security
        .filter(({ severity }: any) => severity === "error")
        .map(({ tool, id }: any) => `${tool}:${id}`),
    ];
    expect(errors.length).toBeGreaterThan(item!.rules.length);
    expect(item!.rules).toEqual([...new Set(errors)].toSorted());
  });

  test("has its credentials masked before it is stored, whether or not it parses", async () => {
    await using fresh = await services.open({ env: recording });
    const key = await fresh.createKey();
    const secret = "Tr0ub4dor&3-horse";
    await fresh.validate(key, { code: `password = "${secret}"\nprint(undefined_here)\n` });
    await fresh.validate(key, { code: `def f(:\n    password = "${secret}"\n    key = "${key}"\n` });
    const codes = await recorded(fresh);
    expect(codes).toEqual([
      `password = "${"*".repeat(secret.length)}"\nprint(undefined_here)\n`,
      `def f(:\n    password = "${"*".repeat(secret.length)}"\n    key = "${"*".repeat(key.length)}"\n`,
    ]);
    const stored = await fresh.parts.store.listRecordings({ after: 0, limit: 100 });
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  test("is stored once for equal code, from any sender and however often", async () => {
    await using fresh = await services.open({ env: recording });
    const code = aReject();
    for (const key of [await fresh.createKey(), await fresh.createKey()])
      for (let n = 0; n < 2; n += 1) await fresh.validate(key, { code });
    expect(await recorded(fresh)).toEqual([code]);
  });

  test("is returned page by page to the end, and then only new ones are", async () => {
    await using fresh = await services.open({ env: recording });
    const key = await fresh.createKey();
    expect(await read(fresh)).toEqual({ items: [], next: "0" });
    const sent = [aReject(), aReject(), aReject()];
    for (const code of sent) await fresh.validate(key, { code });
    await until(async () => (await read(fresh)).items.length === 3);
    const first = await read(fresh, "?limit=2");
    const second = await read(fresh, `?limit=2&since=${first.next}`);
    expect([first, second].map(({ items }) => items.map(({ code }) => code))).toEqual([
      sent.slice(0, 2),
      sent.slice(2),
    ]);
    expect(await read(fresh, `?since=${second.next}`)).toEqual({ items: [], next: second.next });
    const later = aReject();
    await fresh.validate(key, { code: later });
    await until(async () => (await read(fresh, `?since=${second.next}`)).items.length > 0);
    expect((await read(fresh, `?since=${second.next}`)).items).toMatchObject([{ code: later }]);
  });
});

describeEntrances((entrance) => {
  test("rejected code is recorded, unless its sender forbids it", async () => {
    await using fresh = await services.open({ env: recording });
    const key = await fresh.createKey();
    const [kept, forbidden] = [aReject(), aReject()];
    await entrance.ask(fresh, { key, job: { code: kept } });
    const refusing = withHeader(fresh, "x-no-record", "1");
    expect((await entrance.ask(refusing, { key, job: { code: forbidden } })).verdict?.valid).toBe(false);
    expect((await entrance.ask(fresh, { key, job: { code: "x = 1\n" } })).verdict?.valid).toBe(true);
    expect(await recorded(fresh)).toEqual([kept]);
  });
});

describe("a submission", () => {
  test("is not recorded when the operator's own programs send it", async () => {
    await using fresh = await services.open({ env: recording });
    await fresh.validate(serviceKey, { code: aReject() });
    expect(await recorded(fresh)).toEqual([]);
  });

  test("is not recorded with an incomplete verdict", async () => {
    const { engine } = service.parts;
    const unsure = new Set<string>();
    const doubting: Engine = {
      ...engine,
      judge: async (job, signal) => {
        const judgement = await engine.judge(job, signal);
        return { ...judgement, isComplete: !unsure.has(job.code) };
      },
    };
    await using fresh = await services.open({ env: recording, overrides: { engine: doubting } });
    const code = aReject();
    unsure.add(code);
    await fresh.validate(await fresh.createKey(), { code });
    expect(await recorded(fresh)).toEqual([]);
  });

  test("is not recorded when the call is refused", async () => {
    await using fresh = await services.open({ env: recording });
    for (const entrance of entrances) await entrance.ask(fresh, { job: { code: aReject() } });
    expect(await recorded(fresh)).toEqual([]);
  });

  test("is not recorded while the store is unavailable, and callers still get answers", async () => {
    await using fresh = await services.open({ env: recording });
    const { store } = fresh.parts;
    const broken = { ...store, addRecording: async () => Promise.reject(new Error("out of reach")) };
    await using failing = await services.open({ env: recording, overrides: { store: broken } });
    const { status, body } = await failing.validate(await failing.createKey(), { code: aReject() });
    expect([status, body.valid]).toEqual([200, false]);
    const metrics = async () => (await failing.send("/metrics", { key: adminToken })).text();
    await until(async () => (await metrics()).includes('outcome="failed"'));
    expect(await recorded(fresh)).toEqual([]);
  });
});
