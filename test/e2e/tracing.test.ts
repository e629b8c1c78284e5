import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startAgentProcess } from "../support/agent-process.ts";
import { openStage } from "../support/marketplace-stage.ts";
import { startServiceProcess } from "../support/service-process.ts";
import { startTraceReceiver, type ReceivedSpan } from "../support/trace-receiver.ts";
import { until } from "../support/until.ts";

const parentTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const toolTrace = "5bf92f3577b34da6a3ce929d0e0e4736";
const parentSpan = "00f067aa0ba902b7";

test("a call belongs to its caller's trace, and a marketplace request has one trace from the chain to its delivery", async () => {
  await using receiver = await startTraceReceiver();
  await using stage = await openStage();
  const folders = new AsyncDisposableStack();
  await using _folders = folders;
  const folder = async (): Promise<string> =>
    folders.adopt(await mkdtemp(join(tmpdir(), "assay-tracing-")), async (path) =>
      rm(path, { recursive: true, force: true }),
    );
  const tracing = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer of-the-collector",
  };
  const service = await startServiceProcess({
    ...tracing,
    DATA_DIR: await folder(),
    SERVICE_KEY: stage.chain.env["SERVICE_KEY"]!,
  });
  const shop = await stage.createShop(stage.chain.users[1]!);
  const agent = startAgentProcess({
    ...shop.env,
    ...tracing,
    DATA_DIR: await folder(),
    SERVICE_URL: service.url,
  });
  try {
    await fetch(`${service.url}/v1/validate`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-api-key": await service.createKey(),
        traceparent: `00-${parentTrace}-${parentSpan}-01`,
      },
      body: JSON.stringify({ code: "secret_name_of_a_caller = 1\n" }),
    });
    await callTool(service.url, await service.createKey());
    await shop.ask(1);
    await agent.says(({ event }) => event === "settled");
  } finally {
    // Pending spans are sent before the processes exit.
    for (const one of [agent, service]) one.kill("SIGTERM");
    await Promise.all([agent.ended, service.ended]);
  }
  const { spans } = receiver;
  await until(() => spans.some(({ name }) => name === "settle"));

  const called = spans.filter(({ traceId }) => traceId === parentTrace);
  const root = called.find(({ parentSpanId }) => parentSpanId === parentSpan)!;
  expect(root).toMatchObject({
    service: "assay",
    name: "POST /v1/validate",
    attributes: { "http.route": "/v1/validate", "http.response.status_code": 200 },
  });
  expect(childrenOf(called, root)).toEqual(
    expect.arrayContaining(["identify", "read", "charge", "wait", "judge", "sign", "keep"]),
  );
  const judge = called.find(({ name }) => name === "judge")!;
  expect(childrenOf(called, judge)).toEqual(["inspect", "types"]);

  const tool = spans.filter(({ traceId }) => traceId === toolTrace);
  const toolRoot = tool.find(({ parentSpanId }) => parentSpanId === parentSpan)!;
  expect(toolRoot).toMatchObject({
    name: "tools/call validate_python",
    attributes: { "mcp.method.name": "tools/call", "gen_ai.tool.name": "validate_python" },
  });
  expect(childrenOf(tool, toolRoot)).toContain("judge");

  const steps = spans.filter(({ service: by }) => by === "assay-agent");
  const traces = new Set(
    steps.filter(({ name }) => !name.startsWith("store ")).map(({ traceId }) => traceId),
  );
  expect(traces.size).toBe(1);
  const [trace] = traces;
  const names = spans.filter(({ traceId }) => traceId === trace).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      "fetch",
      "fetched",
      "judge",
      "POST /v1/validate",
      "inspect",
      "types",
      "judged",
      "publish",
      "published",
      "delivered",
      "settle",
      "settled",
    ]),
  );
  expect(JSON.stringify(spans)).not.toContain("secret_name_of_a_caller");
  expect([...receiver.authorizations]).toEqual(["Bearer of-the-collector"]);
});

async function callTool(url: string, key: string): Promise<void> {
  await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "validate_python",
        arguments: { code: "secret_name_of_a_caller = 2\n" },
        _meta: { traceparent: `00-${toolTrace}-${parentSpan}-01` },
      },
    }),
  });
}

function childrenOf(spans: readonly ReceivedSpan[], { spanId }: ReceivedSpan): string[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === spanId)
    .map(({ name }) => name)
    .toSorted();
}
