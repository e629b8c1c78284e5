import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { fingerprintOf } from "../../../../../service/caller/keys.ts";
import { countPayment, countVisit } from "../../../../../parts/store/visits.ts";
import { rememberingLog } from "../../../../agent/remembering-log.ts";
import type { TestService } from "../../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../../support/services.ts";
import { until } from "../../../../support/until.ts";

let services: TestServices;
let service: TestService;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => services[Symbol.asyncDispose]());
beforeEach(async () => {
  service = await services.open({ env: { TRIAL_CALLS_PER_DAY: "100", KEYS_PER_ADDRESS_PER_DAY: "100" } });
  return async () => service[Symbol.asyncDispose]();
});

const read = async (from = service): Promise<any> => (await from.send("/v1/funnel")).json();
const nothing = {
  since: null,
  trials: 0,
  keys: 0,
  payments: 0,
  by_origin: {},
  by_route: { card: 0, native: 0, x402: 0 },
  x402: { challenged: 0, paid: 0, settled: 0, failed: 0 },
};

/** Counting runs beside the request, so it may finish a moment later. */
async function counted(total: number, from = service): Promise<any> {
  await until(async () => {
    const { trials, keys, payments } = await read(from);
    return trials + keys + payments >= total;
  });
  return read(from);
}

const tryOut = async (code: string, path = "/v1/validate", headers = {}, from = service): Promise<number> =>
  (await from.send(path, { body: { code }, headers })).status;

describe("GET /v1/funnel", () => {
  test("starts with zero counts", async () => {
    const response = await service.send("/v1/funnel");
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "public, max-age=1"]);
    expect(await response.json()).toEqual(nothing);
  });

  test("counts trials and keys by the origin in the query or in the header", async () => {
    const before = Date.now();
    await tryOut("x = 1", "/v1/validate?src=Docs");
    await tryOut("x = 2", "/v1/validate", { "x-client": "ci" });
    await tryOut("x = 3", "/v1/validate?src=docs", { "x-client": "ci" });
    await tryOut("x = 4");
    await service.send("/v1/keys?src=docs", { method: "POST" });
    await service.send("/v1/keys", { method: "POST", headers: { "x-client": "no such name!" } });
    const { since, ...counts } = await counted(6);
    expect(Date.parse(since)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.now());
    expect({ since: null, ...counts }).toEqual({
      ...nothing,
      trials: 4,
      keys: 2,
      by_origin: {
        docs: { trials: 2, keys: 1, payments: 0 },
        ci: { trials: 1, keys: 0, payments: 0 },
        direct: { trials: 1, keys: 0, payments: 0 },
        other: { trials: 0, keys: 1, payments: 0 },
      },
    });
  });

  test("answers as described", async () => {
    const { paths } = (await (await service.send("/openapi.json")).json()) as any;
    const { schema } = paths["/v1/funnel"].get.responses["200"].content["application/json"];
    await service.createKey();
    for (const answer of [nothing, await counted(1)])
      expect(z.fromJSONSchema(schema).safeParse(answer).error).toBeUndefined();
    expect(z.fromJSONSchema(schema).safeParse({}).success).toBe(false);
    expect(paths["/v1/keys"].post.parameters).toContainEqual(
      expect.objectContaining({ name: "src", in: "query" }),
    );
  });

  test("shows at most 64 origins; the rest are other", async () => {
    for (let n = 0; n < 70; n += 1) await service.send(`/v1/keys?src=place-${n}`, { method: "POST" });
    const { keys, by_origin } = await counted(70);
    expect(keys).toBe(70);
    expect(Object.keys(by_origin).length).toBeLessThanOrEqual(65);
    expect(by_origin.other.keys).toBeGreaterThanOrEqual(6);
    expect(by_origin["place-0"]).toEqual({ trials: 0, keys: 1, payments: 0 });
  });
});

describe("a key records", () => {
  const originOf = async (path: string, body?: unknown, headers = {}): Promise<unknown> => {
    const response = await service.send(path, {
      method: "POST",
      headers,
      ...(body !== undefined && { body }),
    });
    const { deposit_data } = (await response.json()) as { deposit_data: string };
    return (await service.parts.store.findKey(deposit_data.slice(2)))?.origin;
  };

  test("its note as its origin, else the query's, else the header's", async () => {
    const headers = { "x-client": "CI" };
    expect(await originOf("/v1/keys?src=Docs", { note: "My laptop" }, headers)).toBe("My laptop");
    expect(await originOf("/v1/keys?src=Docs", { note: "" }, headers)).toBe("docs");
    expect(await originOf("/v1/keys?src=Docs", { note: 5 }, headers)).toBe("docs");
    expect(await originOf("/v1/keys", undefined, headers)).toBe("ci");
    expect(await originOf("/v1/keys")).toBeNull();
    const { by_origin } = await counted(5);
    expect(by_origin).toEqual({
      other: { trials: 0, keys: 1, payments: 0 },
      docs: { trials: 0, keys: 2, payments: 0 },
      ci: { trials: 0, keys: 1, payments: 0 },
      direct: { trials: 0, keys: 1, payments: 0 },
    });
  });

  test("its origin when it is paid for", async () => {
    const minted = await service.send("/v1/keys", { body: { note: "Docs" } });
    const { api_key: key } = (await minted.json()) as { api_key: string };
    await countPayment(service.parts, "native", fingerprintOf(key));
    await countPayment(service.parts, "card", fingerprintOf(key));
    await service.send("/v1/keys/self", { method: "DELETE", key });
    await countPayment(service.parts, "card", fingerprintOf(key));
    expect(await counted(4)).toMatchObject({
      payments: 3,
      by_origin: {
        docs: { trials: 0, keys: 1, payments: 2 },
        other: { trials: 0, keys: 0, payments: 1 },
      },
      by_route: { card: 2, native: 1, x402: 0 },
    });
  });
});

/** The last count shows that nothing before it was counted: the store keeps the order. */
describe("the funnel does not count", () => {
  test("a repeated or refused trial", async () => {
    await using stingy = await services.open({ env: { TRIAL_CALLS_PER_DAY: "1" } });
    const status = async (code: string) => tryOut(code, "/v1/validate", {}, stingy);
    expect(await status("x = 1")).toBe(200);
    expect([await status("x = 1"), await status(""), await status("x = 2")]).toEqual([200, 400, 429]);
    await stingy.createKey();
    expect(await counted(2, stingy)).toMatchObject({ trials: 1, keys: 1 });
  });

  test("a call with a key", async () => {
    const key = await service.createKey();
    await service.validate(key, { code: "x = 1" });
    await service.createKey();
    expect(await counted(2)).toMatchObject({ trials: 0, keys: 2 });
  });

  test("a refused key", async () => {
    const env = { KEYS_PER_ADDRESS_PER_DAY: "1", TRIAL_CALLS_PER_DAY: "1" };
    await using strict = await services.open({ env });
    await strict.createKey();
    expect((await strict.send("/v1/keys", { method: "POST" })).status).toBe(429);
    await tryOut("x = 1", "/v1/validate", {}, strict);
    expect(await counted(2, strict)).toMatchObject({ keys: 1, trials: 1 });
  });
});

test("a failed write of the count fails no call, and is logged", async () => {
  const log = rememberingLog();
  const { store, clock } = service.parts;
  await store[Symbol.asyncDispose]();
  await countVisit({ store, clock, log }, "trial", "docs");
  await countPayment({ store, clock, log }, "card", "f".repeat(64));
  expect(log.lines).toMatchObject([
    { level: "warn", words: "a visit was not counted", fields: { kind: "trial", origin: "docs" } },
    { level: "warn", words: "a payment was not counted", fields: { payment: "card" } },
  ]);
});
