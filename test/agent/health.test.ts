import { connect } from "node:net";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startRpcProxy } from "../support/rpc-proxy.ts";
import { rememberingLog } from "./remembering-log.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();
const { chain } = scene;

async function healthOf(url: string): Promise<{ status: number; body: any }> {
  const response = await fetch(`${url}/healthz`);
  return { status: response.status, body: await response.json() };
}

test("health names every part and counts the requests by state", async () => {
  await using agent = await scene.openAgent();
  const ids = await scene.ask([validation("a\n"), validation("b\n")]);
  for (const id of ids) await agent.reaches(id, "settled");
  expect(await healthOf(agent.url)).toMatchObject({
    status: 200,
    body: {
      status: "ok",
      version: agent.parts.release.version,
      checks: { store: "ok", ipfs: "ok", chain: "ok", service: "ok", watching: "ok" },
      last_block: {
        number: expect.any(Number),
        read_at: expect.stringMatching(/^2/),
        age_s: expect.any(Number),
      },
      requests: { settled: 2 },
    },
  });
});

test("an agent stays up when its dependencies are down, and names them", async () => {
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url, SERVICE_URL: "http://127.0.0.1:9" });
  node.meddle(() => ({ status: 503 }));
  scene.ipfs.fail({ status: 503 });
  expect(await healthOf(agent.url)).toMatchObject({
    status: 200,
    body: { status: "degraded", checks: { store: "ok", ipfs: "down", chain: "down", service: "down" } },
  });
});

test("health does not wait for a part that does not answer", async () => {
  const clock = leapingClock();
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url }, { clock });
  node.meddle(() => "hang");
  let answer: Awaited<ReturnType<typeof healthOf>> | undefined;
  void healthOf(agent.url).then((told) => (answer = told));
  await leapUntil(clock, async () => answer !== undefined, 1000);
  expect(answer).toMatchObject({ status: 200, body: { checks: { chain: "down", store: "ok" } } });
  node.heal();
});

test("metrics report how long each step took", async () => {
  await using agent = await scene.openAgent();
  const [id] = await scene.ask([validation("a\n")]);
  await agent.reaches(id!, "settled");
  const response = await fetch(`${agent.url}/metrics`);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=/);
  const metrics = await response.text();
  for (const step of ["fetch", "judge", "publish", "settle"])
    expect(metrics).toMatch(new RegExp(`assay_agent_step_seconds_count\\{step="${step}"\\} [1-9]`));
  for (const secret of [chain.agent.privateKey.slice(2), chain.env["SERVICE_KEY"]!])
    expect(metrics).not.toContain(secret);
});

test.each([
  ["GET", "/"],
  ["POST", "/healthz"],
  ["GET", "/v1/validate"],
  ["DELETE", "/send_signed_requests"],
])("%s %s is not found", async (method, path) => {
  await using agent = await scene.openAgent();
  const response = await fetch(agent.url + path, { method });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: "not_found", message: expect.any(String) });
});

test.each(["//", "http://[", "/%00", "*"])(
  "a request line without a valid address does not count as our failure: %s",
  async (target) => {
    const log = rememberingLog();
    await using agent = await scene.openAgent({}, { log });
    const { hostname, port } = new URL(agent.url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.write(`GET ${target} HTTP/1.1\r\nHost: agent\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(log.lines.filter(({ level }) => level === "error")).toEqual([]);
  },
);

test("a body that is too long is refused", async () => {
  await using agent = await scene.openAgent({ SIGNED_REQUESTS: "on" });
  const response = await fetch(`${agent.url}/send_signed_requests`, {
    method: "POST",
    body: "x".repeat(1_100_000),
  });
  expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
    status: 413,
    error: "too_large",
  });
});

test("no log line holds a key or submitted code", async () => {
  const log = rememberingLog();
  await using agent = await scene.openAgent({}, { log });
  const [id] = await scene.ask([validation("secret_code = 41\n")]);
  await agent.reaches(id!, "settled");
  const lines = JSON.stringify(log.lines);
  for (const secret of ["secret_code", chain.agent.privateKey.slice(2), chain.env["SERVICE_KEY"]!])
    expect(lines).not.toContain(secret);
});
