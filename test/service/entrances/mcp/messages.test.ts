import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import { call, modern, modernHeaders, ping, postMcp } from "./messages.ts";

let services: TestServices;
let service: TestService;
beforeAll(async () => {
  services = await openTestServices();
  service = await services.open({ env: { FREE_CALLS_PER_DAY: "1000" } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const post = async (
  body: unknown,
  { at = service, ...sent }: Parameters<typeof postMcp>[2] & { at?: TestService } = {},
) => postMcp(at, body, sent);

describe("an invalid message", () => {
  test.for<[string, unknown, number, object]>([
    ["JSON that cannot be parsed", "{", 400, { id: null, error: { code: -32700 } }],
    ["no body", "", 400, { id: null, error: { code: -32700 } }],
    ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), 400, { error: { code: -32700 } }],
    ["a batch", [ping], 400, { id: null, error: { code: -32600 } }],
    ["an empty batch", [], 400, { id: null, error: { code: -32600 } }],
    ["a string", '"ping"', 400, { id: null, error: { code: -32600 } }],
    ["another version", { ...ping, jsonrpc: "1.0" }, 400, { id: "mine", error: { code: -32600 } }],
    ["an invalid id", { ...ping, id: {} }, 400, { id: null, error: { code: -32600 } }],
    ["parameters in a list", { ...ping, params: [] }, 400, { id: "mine", error: { code: -32600 } }],
    ["an object without a method", { jsonrpc: "2.0", id: 3 }, 400, { id: 3, error: { code: -32600 } }],
  ])("is refused: %s", async ([, body, status, answer]) => {
    const refused = await post(body);
    expect(refused.status).toBe(status);
    expect(refused.body).toMatchObject({ jsonrpc: "2.0", ...answer });
  });

  test("gets 415 when it says it is not JSON, and 413 when it is too long, with the envelope", async () => {
    const other = await post("ping", { headers: { "content-type": "text/plain" } });
    expect(other.status).toBe(415);
    expect(other.body).toMatchObject({ id: null, error: { data: { error: "unsupported_media_type" } } });
    await using small = await services.open({ env: { MAX_CODE_LENGTH: "10" } });
    const long = await post(call("#".repeat(1_200_000)), { at: small });
    expect(long.status).toBe(413);
    expect(long.body.error).toMatchObject({ code: -32012, data: { remedy: { action: "shorten" } } });
  });

  test.for(["GET", "DELETE", "PUT"])("%s is not accepted", async (method) => {
    const response = await service.send("/mcp", { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("a message", () => {
  test("is accepted and not answered when it has no id", async () => {
    const note = { jsonrpc: "2.0", method: "notifications/initialized" };
    expect(await post(note)).toMatchObject({ status: 202, text: "" });
  });

  test("is answered under the caller's id when its method is unknown, without a key", async () => {
    const answer = await post({ jsonrpc: "2.0", id: 8, method: "resources/list" });
    expect(answer).toMatchObject({ status: 200, body: { id: 8, error: { code: -32601 } } });
  });

  test("is refused under the caller's id when its revision is unknown", async () => {
    const answer = await post(ping, { headers: { "mcp-protocol-version": "1999-01-01" } });
    expect(answer).toMatchObject({ status: 400, body: { id: "mine", error: { code: -32000 } } });
  });

  test("is cacheable in the newest revision when it describes the service", async () => {
    for (const method of ["tools/list", "server/discover"]) {
      const message = modern({ jsonrpc: "2.0", id: 1, method });
      const { status, body } = await post(message, { headers: modernHeaders(method) });
      expect(status).toBe(200);
      expect(body.result).toMatchObject({ ttlMs: 300_000, cacheScope: "public", resultType: "complete" });
    }
  });

  test("gets the answer that there are none when it subscribes to changes, and the answer ends", async () => {
    const params = { notifications: { toolsListChanged: true } };
    const message = modern({ jsonrpc: "2.0", id: 5, method: "subscriptions/listen", params });
    const answer = await post(message, { headers: modernHeaders("subscriptions/listen") });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"id":5');
  });

  test("is refused and costs nothing when its headers and body disagree", async () => {
    const key = await service.createKey();
    const headers = modernHeaders("tools/call", "repair_python");
    const answer = await post(modern(call("x = 1")), { key, headers });
    expect(answer).toMatchObject({ status: 400, body: { id: 41, error: { code: -32020 } } });
    expect(await (await service.send("/v1/keys/self", { key })).json()).toMatchObject({
      calls_remaining: 1000,
    });
  });
});

describe("the answer", () => {
  test.for<[string, string | undefined, "json" | "events"]>([
    ["both types", "application/json, text/event-stream", "json"],
    ["events first", "text/event-stream, application/json", "json"],
    ["JSON", "application/json", "json"],
    ["events", "text/event-stream", "events"],
    ["events, with a weight", "text/event-stream;q=0.9", "events"],
    ["anything", "*/*", "json"],
    ["pages", "text/html", "json"],
  ])("has the right form for a client that accepts %s", async ([, accept, form]) => {
    const key = await service.createKey();
    for (const [message, headers] of [
      [call("x = 1"), {}],
      [modern(call("x = 1")), modernHeaders("tools/call", "validate_python")],
    ] as const) {
      const answer = await post(message, { key, headers: { ...headers, accept: accept! } });
      expect(answer.status).toBe(200);
      const type = form === "json" ? "application/json; charset=utf-8" : "text/event-stream";
      expect(answer.headers.get("content-type")).toContain(type);
      const json = form === "json" ? answer.text : /^event: message\ndata: (.+)\n\n$/.exec(answer.text)![1]!;
      expect(JSON.parse(json)).toMatchObject({ id: 41, result: { structuredContent: { valid: true } } });
      expect(answer.headers.get("x-quota-remaining")).toBe("999");
    }
  });

  test("marks a repeat in a header and is never cached", async () => {
    const key = await service.createKey();
    await post(call("again = 1"), { key });
    const { headers } = await post(call("again = 1"), { key });
    expect([headers.get("x-svc-repeat"), headers.get("cache-control")]).toEqual(["1", "no-store"]);
  });
});

describe("a credential", () => {
  test.for(["initialize", "ping", "tools/list", "resources/list", "notifications/initialized"])(
    "is refused when it is invalid, even for %s",
    async (method) => {
      const answer = await post({ jsonrpc: "2.0", id: "x", method }, { key: "asy_nobody" });
      expect(answer).toMatchObject({ status: 401, body: { id: "x", error: { code: -32010 } } });
      expect(answer.headers.get("www-authenticate")).toContain('error="invalid_token"');
    },
  );

  test("is challenged with the sign-in address when it is missing, and no error is named", async () => {
    const answer = await post(call("x = 1"));
    expect(answer.status).toBe(401);
    const challenge = answer.headers.get("www-authenticate")!;
    expect(challenge).toContain(`resource_metadata="${service.url}/.well-known/oauth-protected-resource"`);
    expect(challenge).not.toContain("error=");
    expect(answer.body).toMatchObject({
      id: 41,
      error: { code: -32010, data: { error: "unauthorized", remedy: { url: `${service.url}/v1/keys` } } },
    });
  });

  test("is refused as JSON when it is missing, even to a client that accepts only events", async () => {
    const answer = await post(call("x = 1"), { headers: { accept: "text/event-stream" } });
    expect(answer).toMatchObject({ status: 401, body: { id: 41 } });
  });

  test("is required with auth=required even if trials are given away, but for calls only", async () => {
    await using trial = await services.open({ env: { TRIAL_CALLS_PER_DAY: "5" } });
    expect(await post(call("x = 1"), { at: trial })).toMatchObject({ status: 200 });
    const required = { at: trial, path: "/mcp?auth=required" };
    expect(await post(call("x = 1"), required)).toMatchObject({ status: 401, body: { id: 41 } });
    expect(await post(ping, required)).toMatchObject({ status: 200, body: { result: {} } });
    const key = await trial.createKey();
    expect(await post(call("x = 1"), { ...required, key })).toMatchObject({ status: 200 });
  });
});
