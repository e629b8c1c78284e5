import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../../support/services.ts";

const ADMIN_TOKEN = "the-operator-s-own-token-of-40-characters";
const paths = ["/metrics", "/v1/funnel"];

let services: TestServices;
let open: TestService;
let closed: TestService;
beforeAll(async () => {
  services = await openTestServices();
  open = await services.open();
  closed = await services.open({ env: { ADMIN_TOKEN } });
});
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await closed[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const ask = async (service: TestService, path: string, key?: string) => {
  const response = await service.send(path, key === undefined ? {} : { key });
  return {
    status: response.status,
    cache: response.headers.get("cache-control"),
    text: await response.text(),
  };
};

describe.for(paths)("%s", (path) => {
  test("is public when no ADMIN_TOKEN is set", async () => {
    expect((await ask(open, path)).status).toBe(200);
    expect((await ask(open, path, "anything")).status).toBe(200);
  });

  test("needs the token when one is set", async () => {
    const own = await closed.createKey();
    for (const key of [undefined, "anything", own, ADMIN_TOKEN.toUpperCase()]) {
      const { status, text } = await ask(closed, path, key);
      expect(status).toBe(401);
      expect(JSON.parse(text)).toMatchObject({ error: "unauthorized", remedy: { action: "fix_request" } });
      expect(text).toContain("ADMIN_TOKEN");
    }
    expect(await ask(closed, path, ADMIN_TOKEN)).toMatchObject({ status: 200, cache: "no-store" });
    const other = await closed.send(path, { headers: { "x-api-key": ADMIN_TOKEN } });
    expect(other.status).toBe(401);
  });

  test("is protected against guessing", async () => {
    await using guessed = await services.open({ env: { ADMIN_TOKEN } });
    const statuses = new Set<number>();
    for (let n = 0; n <= 600; n += 1) statuses.add((await ask(guessed, path, `guess-${n}`)).status);
    expect(statuses).toEqual(new Set([401, 429]));
  });
});

test("/v1/stats and /healthz are always public", async () => {
  for (const path of ["/v1/stats", "/healthz"]) expect((await ask(closed, path)).status).toBe(200);
});
