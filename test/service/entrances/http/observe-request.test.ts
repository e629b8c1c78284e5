import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Log } from "../../../../platform/log.ts";
import { openSocket, requestText, sendRaw } from "../../../support/raw-http.ts";
import type { TestService } from "../../../support/service.ts";
import { openWarmService } from "../../../support/services.ts";
import { until } from "../../../support/until.ts";

type Line = Readonly<{ level: string; event: string } & Record<string, unknown>>;

const lines: Line[] = [];
const write =
  (level: string) =>
  (event: string, fields: Readonly<Record<string, unknown>> = {}) =>
    void lines.push({ level, event, ...fields });
const log: Log = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await openWarmService({ overrides: { log } });
  key = await service.createKey();
});
afterAll(async () => service[Symbol.asyncDispose]());
beforeEach(() => void lines.splice(0));

/** The line of the request that was just answered. */
async function lineOf(requestId: string): Promise<Line> {
  const find = (): Line | undefined =>
    lines.find((line) => line.event === "request" && line["requestId"] === requestId);
  await until(() => find() !== undefined);
  return find()!;
}

const code = "secret_name_of_a_caller = 1\n";

test("a verdict has one log line: caller, entrance, result, and the duration of each stage", async () => {
  const body = { code };
  await service.send("/v1/validate", { key, body, headers: { "x-request-id": "first" } });
  const line = await lineOf("first");
  expect(line).toMatchObject({
    level: "info",
    route: "/v1/validate",
    method: "POST",
    status: 200,
    entrance: "http",
    mode: "static",
    tier: "free",
    outcome: "valid",
    isRepeat: false,
    ms: expect.any(Number),
  });
  const stages = line["stages"] as Record<string, number>;
  expect(Object.keys(stages).toSorted()).toEqual(
    ["charge", "identify", "inspect", "judge", "keep", "read", "sign", "types", "wait"].toSorted(),
  );
  expect(stages["judge"]).toBeGreaterThanOrEqual(Math.max(stages["inspect"]!, stages["types"]!));
  expect(lines.filter(({ event }) => event === "request")).toHaveLength(1);
  const said = JSON.stringify(lines);
  expect(said).not.toContain("secret_name_of_a_caller");
  expect(said).not.toContain(key);
});

test("a remembered answer is marked in its log line, without a stage of the engine", async () => {
  await service.validate(key, { code: `${code}# again\n` });
  const body = { code: `${code}# again\n` };
  await service.send("/v1/validate", { key, body, headers: { "x-request-id": "again" } });
  const line = await lineOf("again");
  expect(line).toMatchObject({ outcome: "valid", isRepeat: true });
  expect(line["stages"]).not.toHaveProperty("judge");
});

test.for<[string, { path: string; body?: object; isKeyed?: true }, object]>([
  ["without a key", { path: "/v1/validate", body: { code } }, { status: 401, outcome: "unauthorized" }],
  [
    "a body that is wrong",
    { path: "/v1/validate", body: {}, isKeyed: true },
    { status: 400, outcome: "bad_request" },
  ],
  ["an unknown address", { path: "/nothing/here" }, { status: 404, route: "none", method: "any" }],
])("%s: the refusal has a log line too", async ([, { path, body, isKeyed }, expected]) => {
  const headers = { "x-request-id": "refused" };
  await service.send(path, { headers, ...(body && { body }), ...(isKeyed && { key }) });
  expect(await lineOf("refused")).toMatchObject(expected);
});

test("an invalid target has a log line too", async () => {
  await sendRaw(service.url, requestText("GET http://[::1", { "x-request-id": "raw" }));
  expect(await lineOf("raw")).toMatchObject({ status: 400, route: "none" });
});

test("a caller who hangs up has a log line that says so", async () => {
  const socket = await openSocket(service.url);
  const headers = { "x-request-id": "gone", "x-api-key": key, "content-length": "1000" };
  socket.write(`${requestText("POST /v1/validate", headers)}{`);
  // Its headers have been read once the next request on another connection is answered.
  await service.send("/healthz");
  socket.destroy();
  expect(await lineOf("gone")).toMatchObject({ hungUp: true, route: "/v1/validate" });
});

test("frequent requests of machines are logged at debug level only", async () => {
  await service.send("/healthz", { headers: { "x-request-id": "probe" } });
  expect(await lineOf("probe")).toMatchObject({ level: "debug", status: 200 });
});

test("an MCP call has its entrance and its result in the log line", async () => {
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "validate_python", arguments: { code } },
  };
  const headers = { "x-request-id": "mcp", accept: "application/json, text/event-stream" };
  await service.send("/mcp", { key, body, headers });
  expect(await lineOf("mcp")).toMatchObject({ route: "/mcp", entrance: "mcp", outcome: "valid" });
});

test("the stages and the store's commands are in the metrics", async () => {
  await service.validate(key, { code: `${code}# measured\n` });
  const text = await (await service.send("/metrics")).text();
  for (const name of ["wait", "judge", "keep"])
    expect(text).toMatch(new RegExp(`assay_stage_seconds_count{stage="${name}"} [1-9]`));
  expect(text).toMatch(/assay_store_seconds_count{command="beginCall"} [1-9]/);
});
