import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, test } from "vitest";
import { openStage, openWire, verdictWith, type Stage } from "./stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await stage.write({ "app.py": "x = 1\n" });
  return async () => stage[Symbol.asyncDispose]();
});

const env = { ASSAY_API_KEY: "asy_key" };

test("an unavailable service is tried twice and then given up, with exit status 2", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  const { code, lines, stderr } = await stage.check(`http://127.0.0.1:${port}`, ["app.py"], env);
  expect(code).toBe(2);
  expect(lines).toEqual(["assay: 1 file: 1 not checked"]);
  expect(stderr).toMatch(/^assay: http:\/\/127\.0\.0\.1:\d+ cannot be reached: .*refused\n$/);
});

test.for([
  [503, "busy"],
  [503, "store_unavailable"],
  [429, "rate_limited"],
] as const)("a call refused with %i %s is retried when the service says so", async ([status, error]) => {
  await using wire = await openWire((_, nth) =>
    nth < 3
      ? { status, headers: { "retry-after": "0" }, body: { error, message: "Later." } }
      : { status: 200, body: verdictWith() },
  );
  const { code } = await stage.check(wire.url, ["app.py"], env);
  expect([code, wire.asked.length]).toEqual([0, 3]);
});

test("a service that stays busy is given up after four tries", async () => {
  const body = { error: "busy", message: "Full.", remedy: { action: "retry", hint: "Come again." } };
  await using wire = await openWire(() => ({ status: 503, headers: { "retry-after": "0" }, body }));
  const { code, stderr } = await stage.check(wire.url, ["app.py"], env);
  expect([code, stderr, wire.asked.length]).toEqual([2, "assay: Full. Come again.\n", 4]);
});

test("the client waits for at most half a minute", async () => {
  const body = { error: "rate_limited", message: "Slower." };
  await using wire = await openWire(() => ({ status: 429, headers: { "retry-after": "31" }, body }));
  const { code } = await stage.check(wire.url, ["app.py"], env);
  expect([code, wire.asked.length]).toEqual([2, 1]);
});

test("a mode that is not paid ends the run with the way to pay", async () => {
  const remedy = { action: "buy_credits", hint: "Buy credits for the key: POST https://x/v1/keys/checkout." };
  const body = { error: "payment_required", message: "This key does not cover mode repair.", remedy };
  await stage.write({ "b.py": "x = 2\n" });
  await using wire = await openWire(() => ({ status: 402, body }));
  const { code, stderr } = await stage.check(wire.url, ["--mode", "repair", "."], env);
  expect([code, stderr]).toEqual([2, `assay: ${body.message} ${remedy.hint}\n`]);
});

test.for([302, 307])("the key is not sent to the target of a %i redirect", async (status) => {
  await using elsewhere = await openWire(() => ({ status: 200, body: verdictWith() }));
  await using wire = await openWire(() => ({
    status,
    headers: { location: `${elsewhere.url}/v1/validate` },
    body: "",
  }));
  const { code, stderr } = await stage.check(wire.url, ["app.py"], env);
  expect([code, elsewhere.asked.length]).toEqual([2, 0]);
  expect(stderr).toContain("use the address that it redirects to");
});

test.for([
  ["a page", "<!doctype html>"],
  ["a list", []],
  ["another object", { hello: "world" }],
] as const)("%s is not accepted as a verdict", async ([, body]) => {
  await using wire = await openWire(() => ({ status: 200, body }));
  const { code, stderr } = await stage.check(wire.url, ["app.py"], env);
  expect([code, stderr]).toEqual([2, expect.stringContaining("is not an Assay service (status 200)")]);
});

test("--json reports the same in its object", async () => {
  await using wire = await openWire(() => ({ status: 404, body: "" }));
  const { code, stdout } = await stage.check(wire.url, ["--json", "app.py"], env);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    exit_code: 2,
    problem: expect.stringContaining("status 404"),
    files: [{ file: "app.py", status: "not_asked" }],
  });
});

test("the client uses the proxy of the environment", async () => {
  await using proxy = await openWire(() => ({ status: 200, body: verdictWith() }));
  const around = { ...env, http_proxy: proxy.url, NO_PROXY: "" };
  expect((await stage.check("http://assay.invalid", ["app.py"], around)).code).toBe(0);
  expect(proxy.asked.map(({ path }) => path)).toEqual(["http://assay.invalid/v1/validate"]);
});
