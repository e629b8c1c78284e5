import { afterAll, describe, expect, test } from "vitest";
import { openTestServices } from "../../../support/services.ts";
import { call, currentMessage, olderMessage, post, publicUrl, type Rpc } from "./stage.ts";

const services = await openTestServices();
const service = await services.open({ env: { BASE_URL: publicUrl, MAX_CODE_LENGTH: "1000" } });
const key = await service.createKey();
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const message = currentMessage({ data: { code: "x = 1\n" } });

/** The envelope, which 1.0 wants in a list of typed objects. */
function envelopeOf({ body: { error } }: Rpc): any {
  return Array.isArray(error.data) ? error.data.find((member: object) => "request_id" in member) : error.data;
}

/** All that a refusal must say, and whether its envelope is whole. */
function refusalOf(rpc: Rpc): object {
  const { error, message: sentence, request_id } = envelopeOf(rpc);
  const isWhole = /[.…]$/.test(sentence) && request_id === rpc.headers.get("x-request-id");
  return { status: rpc.status, code: rpc.body.error.code, error, isWhole, hasResult: "result" in rpc.body };
}

function refusal(code: number, error: string, status = 200): object {
  return { status, code, error, isWhole: true, hasResult: false };
}

describe("an unknown caller gets 401 with its own id for", () => {
  test.for<[string, string, string | undefined]>([
    ["SendMessage", "1.0", undefined],
    ["GetTask", "1.0", undefined],
    ["NoSuchMethod", "1.0", undefined],
    ["message/send", "0.3", undefined],
    ["tasks/get", "0.3", `asy_${"x".repeat(40)}`],
  ])("%s of %s", async ([method, version, badKey]) => {
    const asked = { method, version, id: 41, params: {}, ...(badKey !== undefined && { key: badKey }) };
    const rpc = await call(service, asked);
    expect(refusalOf(rpc)).toEqual(refusal(-32010, "unauthorized", 401));
    expect(rpc.body.id).toBe(41);
    expect(rpc.headers.get("www-authenticate")).toMatch(/^Bearer /);
    expect(envelopeOf(rpc).remedy).toMatchObject({ action: "mint_key", url: `${publicUrl}/v1/keys` });
  });
});

test("when calls are not sold one by one, announcing x402 support changes nothing", async () => {
  const metadata = { "x402.payment.status": "payment-submitted", "x402.payment.payload": {} };
  const uri = "https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2";
  const asked = {
    jsonrpc: "2.0",
    id: 1,
    method: "SendMessage",
    params: { message: { ...message, metadata } },
  };
  const response = await service.send("/a2a", { headers: { "a2a-extensions": uri }, body: asked });
  expect([response.status, response.headers.get("a2a-extensions")]).toEqual([401, null]);
  const { body } = await post(service, asked, { key });
  expect(body.result.task.status).toEqual({
    state: "TASK_STATE_COMPLETED",
    timestamp: expect.any(String),
  });
  const card: any = await (await service.send("/a2a")).json();
  expect(card.capabilities).not.toHaveProperty("extensions");
});

describe("the version", () => {
  const older = { message: olderMessage({ kind: "text", text: "x = 1\n" }) };
  test.for<[string, string | undefined, string, object, boolean]>([
    ["1.0", "1.0", "SendMessage", { message }, true],
    ["1.0 with a patch number", "1.0.1", "SendMessage", { message }, true],
    ["0.3", "0.3", "message/send", older, true],
    ["0.3 with a patch number", "0.3.0", "message/send", older, true],
    ["0.2, which we treat the same", "0.2.5", "message/send", older, true],
    ["none, with a method of 0.3", undefined, "message/send", older, true],
    ["none, with a method of 1.0", undefined, "SendMessage", { message }, true],
    ["an empty one", "", "message/send", older, true],
    ["0.3 with a method of 1.0", "0.3", "SendMessage", { message }, false],
    ["1.0 with a method of 0.3", "1.0", "message/send", older, false],
  ])("is checked: %s", async ([, version, method, params, isServed]) => {
    const rpc = await call(service, { method, params, key, ...(version !== undefined && { version }) });
    expect(rpc.body.result?.task ?? rpc.body.result ?? refusalOf(rpc)).toMatchObject(
      isServed ? { artifacts: [{ name: "report" }] } : refusal(-32601, "bad_request"),
    );
  });

  test("can be set in the query too", async () => {
    const body = { jsonrpc: "2.0", id: 1, method: "message/send", params: older };
    const response = await service.send("/a2a?A2A-Version=9.0", { key, body });
    expect(await response.json()).toMatchObject({ error: { code: -32009 } });
  });

  test.for(["9.0", "1.1", "0.1", "1", "latest"])("%s is not supported", async (version) => {
    const rpc = await call(service, { method: "SendMessage", params: { message }, key, version });
    expect(refusalOf(rpc)).toEqual(refusal(-32009, "bad_request"));
    expect(rpc.body.error.data[0]).toMatchObject({
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: "VERSION_NOT_SUPPORTED",
      domain: "a2a-protocol.org",
    });
  });
});

describe("an invalid request gets its JSON-RPC error code for", () => {
  test.for<[string, unknown, number, unknown]>([
    ["a batch", [{ jsonrpc: "2.0", id: 1, method: "SendMessage" }], -32600, null],
    ["an empty batch", [], -32600, null],
    ["a number", 7, -32600, null],
    ["null", null, -32600, null],
    ["another JSON-RPC", { jsonrpc: "1.0", id: 5, method: "GetTask" }, -32600, 5],
    ["no method", { jsonrpc: "2.0", id: "a" }, -32600, "a"],
    ["a method that is not a string", { jsonrpc: "2.0", id: "a", method: 5 }, -32600, "a"],
    ["an id that is an object", { jsonrpc: "2.0", id: {}, method: "GetTask" }, -32600, null],
    ["a fractional id", { jsonrpc: "2.0", id: 1.5, method: "GetTask" }, -32600, null],
  ])("%s", async ([, body, code, id]) => {
    for (const version of ["0.3", "1.0"]) {
      const rpc = await post(service, JSON.stringify(body), { key, version });
      expect(refusalOf(rpc)).toEqual(refusal(code, "bad_request"));
      expect(rpc.body.id).toBe(id);
    }
  });

  test.for<[string, string | Uint8Array]>([
    ["cut-off JSON", '{"jsonrpc":"2.0"'],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
  ])("%s", async ([, body]) => {
    expect(refusalOf(await post(service, body, { key }))).toEqual(refusal(-32700, "bad_request", 400));
  });

  test("no body", async () => {
    const response = await service.send("/a2a", { method: "POST", key });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { id: null, error: { code: -32700 } },
    ]);
  });

  test("a body that is longer than any submission", async () => {
    const rpc = await post(service, JSON.stringify("x".repeat(1_100_000)), { key });
    expect(refusalOf(rpc)).toEqual(refusal(-32012, "too_large", 413));
    expect(envelopeOf(rpc)).toMatchObject({ limit: expect.any(Number), remedy: { action: "shorten" } });
  });

  test("a body that does not say it is JSON", async () => {
    const headers = { "content-type": "text/plain" };
    const response = await service.send("/a2a", { key, headers, body: "{}" });
    expect([response.status, await response.json()]).toMatchObject([
      415,
      { error: { code: -32005, data: { error: "unsupported_media_type" } } },
    ]);
  });
});

describe("parameters that the protocol forbids get its error codes, with a remedy, for", () => {
  const part = { data: { code: "x = 1\n" } };
  const file = { raw: Buffer.from("x = 1\n").toString("base64"), mediaType: "text/x-python" };
  const push = { taskPushNotificationConfig: { url: "https://example.org" } };
  test.for<[string, unknown, number, string]>([
    ["no parameters", undefined, -32602, "bad_request"],
    ["parameters in a list", [1], -32602, "bad_request"],
    ["no message", {}, -32602, "bad_request"],
    ["a message that is a string", { message: "hello" }, -32602, "bad_request"],
    ["no parts", { message: currentMessage(part, { parts: [] }) }, -32602, "bad_request"],
    ["parts that are null", { message: currentMessage(part, { parts: [null] }) }, -32602, "bad_request"],
    ["an empty part", { message: currentMessage({}) }, -32602, "bad_request"],
    ["two parts", { message: currentMessage(part, { parts: [part, part] }) }, -32602, "bad_request"],
    ["no id", { message: currentMessage(part, { messageId: "" }) }, -32602, "bad_request"],
    ["no role", { message: currentMessage(part, { role: undefined }) }, -32602, "bad_request"],
    ["an unknown role", { message: currentMessage(part, { role: "ROLE_KING" }) }, -32602, "bad_request"],
    [
      "a long context",
      { message: currentMessage(part, { contextId: "x".repeat(257) }) },
      -32602,
      "bad_request",
    ],
    ["a negative history length", { message, configuration: { historyLength: -1 } }, -32602, "bad_request"],
    ["an unknown task", { message: currentMessage(part, { taskId: "t" }) }, -32001, "not_found"],
    ["a file", { message: currentMessage(file) }, -32005, "unsupported_media_type"],
    [
      "an address",
      { message: currentMessage({ url: "https://example.org" }) },
      -32005,
      "unsupported_media_type",
    ],
    [
      "text of another kind",
      { message: currentMessage({ text: "x", mediaType: "image/png" }) },
      -32005,
      "unsupported_media_type",
    ],
    ["a push notification request", { message, configuration: push }, -32003, "bad_request"],
  ])("%s", async ([, params, code, error]) => {
    const rpc = await call(service, { method: "SendMessage", params, key, version: "1.0" });
    expect(refusalOf(rpc)).toEqual(refusal(code, error));
    expect(envelopeOf(rpc).remedy).toMatchObject({ action: "fix_request", hint: expect.any(String) });
    expect(rpc.headers.get("x-quota-tier")).toBe("free");
  });

  test.for<[string, object]>([
    ["a part without a kind", { message: olderMessage({ text: "x" }) }],
    ["a part that is a string", { message: olderMessage({}, { parts: ["x"] }) }],
    ["a file without content", { message: olderMessage({ kind: "file" }) }],
    ["an unknown role", { message: olderMessage({ kind: "text", text: "x" }, { role: "king" }) }],
    ["no id", { message: olderMessage({ kind: "text", text: "x" }, { messageId: undefined }) }],
    ["a context that is a number", { message: olderMessage({ kind: "text", text: "x" }, { contextId: 5 }) }],
    [
      "a context that is not a string",
      { message: olderMessage({ kind: "text", text: "x" }, { contextId: "\ud800" }) },
    ],
    ["a task that is a number", { message: olderMessage({ kind: "text", text: "x" }, { taskId: 5 }) }],
    [
      "output modes that are a number",
      { message: olderMessage({ kind: "text", text: "x" }), configuration: { acceptedOutputModes: 5 } },
    ],
  ])("%s, in 0.3", async ([, params]) => {
    expect(refusalOf(await call(service, { method: "message/send", params, key }))).toEqual(
      refusal(-32602, "bad_request"),
    );
  });

  test("deep nesting, which is not read where nothing may be nested", async () => {
    const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const asked = (method: string, sent: object) =>
      JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method,
        params: { message: { ...sent, metadata: { deep: "here" } } },
      });
    const older = asked("message/send", olderMessage({ kind: "text", text: "x" }));
    const rpc = await post(service, older.replace('"here"', nested(100_000)), { key });
    expect(refusalOf(rpc)).toEqual(refusal(-32700, "bad_request", 400));
    const newer = asked("SendMessage", currentMessage({ data: "here", metadata: {} }));
    const inData = await post(service, newer.replace('"here"', nested(50)), { key });
    expect(refusalOf(inData)).toEqual(refusal(-32012, "bad_request"));
  });

  test("long values, of which only a little is repeated", async () => {
    const params = { message: olderMessage({ kind: "k".repeat(5000) }) };
    const rpc = await call(service, { method: "message/send", params, key });
    expect(JSON.stringify(rpc.body).length).toBeLessThan(2000);
  });
});

describe("a feature that the card does not offer is refused:", () => {
  test.for<[string, string, number]>([
    ["1.0", "SendStreamingMessage", -32004],
    ["1.0", "SubscribeToTask", -32004],
    ["1.0", "CreateTaskPushNotificationConfig", -32003],
    ["1.0", "GetTaskPushNotificationConfig", -32003],
    ["1.0", "ListTaskPushNotificationConfigs", -32003],
    ["1.0", "DeleteTaskPushNotificationConfig", -32003],
    ["1.0", "GetExtendedAgentCard", -32004],
    ["0.3", "message/stream", -32004],
    ["0.3", "tasks/resubscribe", -32004],
    ["0.3", "tasks/pushNotificationConfig/set", -32003],
    ["0.3", "tasks/pushNotificationConfig/get", -32003],
    ["0.3", "tasks/pushNotificationConfig/list", -32003],
    ["0.3", "tasks/pushNotificationConfig/delete", -32003],
    ["0.3", "agent/getAuthenticatedExtendedCard", -32007],
    ["0.3", "no/such/method", -32601],
    ["1.0", "NoSuchMethod", -32601],
  ])("%s %s", async ([version, method, code]) => {
    const push = {
      id: "t",
      taskId: "t",
      url: "https://example.org",
      pushNotificationConfig: { url: "https://x" },
    };
    const sent = version === "1.0" ? message : olderMessage({ kind: "text", text: "x" });
    const params = { message: sent, ...push };
    expect(refusalOf(await call(service, { method, params, key, version }))).toEqual(
      refusal(code, "bad_request"),
    );
  });
});

describe("a refusal of the service is -32012, with the HTTP error, for", () => {
  test.for<[string, object, string]>([
    ["a job of the wrong shape", { code: 5 }, "bad_request"],
    ["an empty job", { code: "" }, "bad_request"],
    ["another language", { code: "x", language: "sql" }, "unsupported_language"],
    ["a mode that is not served", { code: "x", mode: "execute" }, "unsupported_mode"],
    ["code that is too long", { code: "x".repeat(1001) }, "too_large"],
  ])("%s", async ([, job, error]) => {
    const http = await service.validate(key, job);
    const params = { message: currentMessage({ data: job }) };
    const rpc = await call(service, { method: "SendMessage", params, key, version: "1.0" });
    expect(refusalOf(rpc)).toEqual(refusal(-32012, error));
    const { "@type": type, ...envelope } = envelopeOf(rpc);
    expect(type).toBe(`${publicUrl}/openapi.json#/components/schemas/Refusal`);
    expect(envelope).toEqual({ ...http.body, request_id: envelope.request_id });
    expect(rpc.body.error.data[0]).toEqual({
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: error.toUpperCase(),
      domain: "assay.example",
    });
  });

  test("a defect, which reveals nothing and keeps the caller's id", async () => {
    const engine = {
      ...service.parts.engine,
      judge: async (): Promise<never> => {
        throw new Error("something private");
      },
    };
    await using broken = await services.open({ overrides: { engine } });
    const ownKey = await broken.createKey();
    const asked = { method: "SendMessage", params: { message }, key: ownKey, version: "1.0", id: 9 };
    const rpc = await call(broken, asked);
    expect(refusalOf(rpc)).toEqual(refusal(-32012, "internal_error", 500));
    expect(rpc.body.id).toBe(9);
    expect(JSON.stringify(rpc.body)).not.toContain("private");
    expect(await (await broken.send("/v1/keys/self", { key: ownKey })).json()).toMatchObject({
      calls_remaining: 25,
    });
  });
});

test("every refusal is counted once", async () => {
  await using counted = await services.open();
  const ownKey = await counted.createKey();
  await call(counted, { method: "SendMessage", params: { message }, version: "1.0" });
  await call(counted, { method: "SendMessage", params: {}, key: ownKey, version: "1.0" });
  await call(counted, {
    method: "SendMessage",
    params: { message: currentMessage({ data: { code: "x", mode: "execute" } }) },
    key: ownKey,
    version: "1.0",
  });
  const lines = (await (await counted.send("/metrics")).text()).split("\n");
  const refusals = lines.filter((line) => line.startsWith("assay_refusals_total{")).toSorted();
  expect(refusals).toEqual([
    'assay_refusals_total{error="bad_request"} 1',
    'assay_refusals_total{error="unauthorized"} 1',
    'assay_refusals_total{error="unsupported_mode"} 1',
  ]);
});
