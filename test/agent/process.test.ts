import { once } from "node:events";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { until } from "../support/until.ts";
import { useScene } from "./scene.ts";
import { nodeArguments, passedOn } from "../support/processes.ts";

const scene = useScene();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-process-"));
  return async () => rm(folder, { recursive: true, force: true });
});

function run(env: Readonly<Record<string, string>>) {
  return spawn(process.execPath, [...nodeArguments, "agent/main.ts"], {
    env: { ...passedOn(), DATA_DIR: folder, ...env },
    stdio: ["ignore", "inherit", "pipe"],
  });
}

test("the agent reports every problem of its configuration and exits with status 1", async () => {
  const child = run({ MECH: "0x", AGENT_PORT: "many" });
  const [said, [status]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(status).toBe(1);
  for (const name of ["CHAIN_RPC_URL", "MARKETPLACE", "MECH", "AGENT_PORT", "AGENT_PRIVATE_KEY"])
    expect(said).toContain(name);
  expect(said).not.toMatch(/\n\s+at /);
});

test("the agent reports what is wrong on the chain in one sentence and exits with status 1", async () => {
  const child = run({ ...scene.chain.env, CHAIN_ID: "5", AGENT_PORT: "0" });
  const [said, [status]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(status).toBe(1);
  expect(said.trim()).toBe("CHAIN_ID is 5, but the node at CHAIN_RPC_URL serves chain 31337.");
});

test("the agent runs until it is stopped and exits with status 0", async () => {
  const child = run({ ...scene.chain.env, AGENT_PORT: "0", IPFS_API_URL: scene.ipfs.apiUrl });
  let heard = "";
  child.stderr.on("data", (piece: Buffer) => void (heard += String(piece)));
  await until(() => heard.includes("the agent is running"));
  child.kill("SIGTERM");
  const [status] = (await once(child, "exit")) as [number];
  expect(status).toBe(0);
});
