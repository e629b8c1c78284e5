import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import { clients } from "./clients.ts";
import { call, modern, modernHeaders, ping, postMcp } from "./messages.ts";

let services: TestServices;
let service: TestService;
let key: string;
beforeAll(async () => {
  services = await openTestServices();
  service = await services.open();
  key = await service.createKey();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const nameless = { jsonrpc: "2.0", id: 6, method: "tools/call", params: {} };
const listed = {
  jsonrpc: "2.0",
  id: 6,
  method: "tools/call",
  params: { name: "validate_python", arguments: [] },
};
const unknown = { jsonrpc: "2.0", id: 6, method: "resources/list" };
const isMissing = "`params.name` is missing. Add it (a string).";
const isNoObject = "`params.arguments` must be a JSON object.";
const isNoMessage = "The body is not a JSON-RPC 2.0 message.";

describe("an error of the protocol", () => {
  test.for<[string, unknown, Record<string, string>, number, number, string]>([
    ["JSON that cannot be parsed", "{", {}, 400, -32700, "JSON"],
    ["no body", "", {}, 400, -32700, "The body is missing."],
    ["a batch", [ping], {}, 400, -32600, "Batches are not supported."],
    ["a string", '"ping"', {}, 400, -32600, isNoMessage],
    ["parameters in a list", { ...ping, params: [] }, {}, 400, -32600, isNoMessage],
    ["an unknown method", unknown, {}, 200, -32601, "Method not found."],
    [
      "an unknown method, 2026-07-28",
      modern(unknown),
      modernHeaders("resources/list"),
      404,
      -32601,
      "Method not found.",
    ],
    ["a call without a name", nameless, {}, 200, -32602, isMissing],
    [
      "a call without a name, 2026-07-28",
      modern(nameless),
      modernHeaders("tools/call"),
      200,
      -32602,
      isMissing,
    ],
    ["arguments in a list", listed, {}, 200, -32602, isNoObject],
    [
      "arguments in a list, 2026-07-28",
      modern(listed),
      modernHeaders("tools/call", "validate_python"),
      200,
      -32602,
      isNoObject,
    ],
    [
      "initialize without parameters",
      { ...ping, method: "initialize" },
      {},
      200,
      -32602,
      "`params` is missing.",
    ],
    [
      "an unknown revision",
      ping,
      { "mcp-protocol-version": "1999-01-01" },
      400,
      -32000,
      "Unsupported protocol version",
    ],
    [
      "a header that contradicts the body",
      modern(call("x")),
      modernHeaders("tools/call", "repair_python"),
      400,
      -32020,
      "disagree",
    ],
  ])("has the envelope for %s", async ([, message, headers, status, code, words]) => {
    const answer = await postMcp(service, message, { key, headers });
    const { error } = answer.body;
    expect([answer.status, error.code]).toEqual([status, code]);
    expect(error.data).toMatchObject({
      error: "bad_request",
      message: expect.stringContaining(words),
      request_id: answer.headers.get("x-request-id"),
      remedy: { action: "fix_request", hint: expect.any(String), url: `${service.url}/openapi.json` },
    });
    expect(error.message).toBe(error.data.message);
  });

  test("has the envelope and keeps the protocol's message in its place", async () => {
    const message = modern(ping);
    message.params._meta["io.modelcontextprotocol/protocolVersion"] = "2031-01-01";
    const headers = { ...modernHeaders("ping"), "mcp-protocol-version": "2031-01-01" };
    const { status, body } = await postMcp(service, message, { headers });
    expect([status, body.error.code]).toEqual([400, -32022]);
    expect(body.error.data).toMatchObject({
      supported: ["2026-07-28"],
      requested: "2031-01-01",
      error: "bad_request",
      request_id: expect.any(String),
    });
  });

  test("has the envelope and repeats little of a long request", async () => {
    const headers = { "mcp-protocol-version": "9".repeat(5000) };
    const { body } = await postMcp(service, ping, { headers });
    expect(body.error.message.length).toBeLessThan(250);
  });

  test("has the envelope and is counted", async () => {
    const count = async (): Promise<number> => {
      const text = await (await service.send("/metrics")).text();
      return Number(/^assay_refusals_total\{[^}]*"bad_request"[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0);
    };
    const before = await count();
    await postMcp(service, unknown);
    await postMcp(service, [ping]);
    expect(await count()).toBe(before + 2);
  });
});

describe.for(clients.map((client) => [client.name, client] as const))(
  "%s reads the error of",
  ([, { connect }]) => {
    test.for<[string, string, Record<string, unknown>, number]>([
      ["an unknown method", "assay/nothing", {}, -32601],
      ["a tool that does not exist", "tools/call", { name: "no_such_tool", arguments: {} }, -32602],
      ["arguments that are not an object", "tools/call", { name: "validate_python", arguments: [] }, -32602],
    ])("%s", async ([, method, params, code]) => {
      await using client = await connect(service.url, { authorization: `Bearer ${key}` });
      const thrown = await client.request(method, params).catch((error: unknown) => error);
      expect(errorIn(thrown)).toMatchObject({
        code,
        data: { error: "bad_request", request_id: expect.any(String), remedy: { action: "fix_request" } },
      });
    });
  },
);

/** For an answer with a status other than 200 the newest client shows only the text. */
function errorIn(thrown: any): unknown {
  return typeof thrown.data?.text === "string" ? JSON.parse(thrown.data.text).error : thrown;
}
