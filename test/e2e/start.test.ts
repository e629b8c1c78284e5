import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../support/until.ts";
import { passedOn } from "../support/processes.ts";

type Child = ChildProcessByStdio<null, Readable, Readable>;

let folder: string;
let product: Child;
let ended: Promise<unknown[]>;
let errors: Promise<string>;
let said = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-start-"));
  product = run("scripts/start.ts", {
    PORT: "0",
    AGENT_PORT: "0",
    SANDBOX: process.env["SANDBOX_IMAGE"] ? "docker" : "off",
    KEYS_PER_ADDRESS_PER_DAY: "0",
  });
  ended = once(product, "exit");
  errors = text(product.stderr);
  product.stdout.on("data", (chunk: Buffer) => (said += chunk));
  await Promise.race([until(() => said.includes("/#key=")), ended]);
});
afterAll(async () => {
  if (product.exitCode === null) product.kill("SIGKILL");
  await ended;
  await rm(folder, { recursive: true, force: true });
});

function run(script: string, env: Readonly<Record<string, string>> = {}): Child {
  const { SANDBOX_IMAGE } = process.env;
  return spawn(process.execPath, ["--liftoff-only", script], {
    // Packages would be asked for from outside of this machine.
    env: {
      ...passedOn(),
      DATA_DIR: folder,
      PACKAGE_SETS: "",
      ...(SANDBOX_IMAGE && { SANDBOX_IMAGE }),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

test("npm start gives a demo key with credits, however many were created before", async () => {
  const [url = "", key = ""] = [/http:\S+/.exec(said)?.[0], /asy_\w{40}/.exec(said)?.[0]];
  const self = await fetch(`${url}/v1/keys/self`, { headers: { "x-api-key": key } });
  expect(await self.json()).toMatchObject({ tier: "paid", credits: 1000 });
  expect(said.trimEnd().split("\n").at(-1)).toBe(`  ${url}/#key=${key}`);
});

test("every key made under npm start has credits to try repair and execute with", async () => {
  const [url = ""] = /http:\S+/.exec(said) ?? [];
  // Its address may make none in this test: then nobody is given credits either.
  const refused = await fetch(`${url}/v1/keys`, { method: "POST" });
  expect(refused.status).toBe(429);
  expect(await (await fetch(`${url}/v1/info`)).json()).toMatchObject({ welcome_credits: 100 });
});

test("a second start on the same port says which port is taken and what to do", async () => {
  const [url = ""] = /http:\S+/.exec(said) ?? [];
  const { port } = new URL(url);
  const second = run("scripts/start.ts", { PORT: port, AGENT_PORT: "0", SANDBOX: "off" });
  const [complaint, [code]] = await Promise.all([text(second.stderr), once(second, "exit")]);
  expect(complaint).toContain(
    `Port ${port} of 127.0.0.1 is in use by another program. Stop that program, or choose another port: PORT=${Number(port) + 1}.`,
  );
  expect(complaint).not.toContain("    at ");
  expect(code).toBe(1);
});

test("npm run demo completes every story against it", async () => {
  const demo = run("scripts/demo.ts");
  const [story, complaints, [code]] = await Promise.all([
    text(demo.stdout),
    text(demo.stderr),
    once(demo, "exit"),
  ]);
  expect(complaints).toBe("");
  expect(story).toContain("Every story ended as expected.");
  expect(story).toMatch(/python_code_validator: delivered in 0x[0-9a-f]{64}/);
  expect(story).toMatch(/now counts 1, average/);
  expect(story).toMatch(/0\.0\d+ were collected/);
  expect(story).toMatch(/the key held 1000 credits and holds 1050/);
  expect(story).toMatch(/receipt: transaction 0x[0-9a-f]{64}, which moved exactly 0\.01/);
  expect(story).toContain("the same signature again: the same verdict and receipt, at no charge");
  expect(code).toBe(0);
});

test("the command that npm start prints for paying a call can be pasted into a shell", async () => {
  const [command = ""] = /^ {2}echo [^]*? static -$/m.exec(said) ?? [];
  const shell = spawn("sh", ["-c", command], { stdio: ["ignore", "pipe", "inherit"] });
  const [printed, [code]] = await Promise.all([text(shell.stdout), once(shell, "exit")]);
  expect(printed).toMatch(/^not valid, .*\n[^]*paid by 0x[0-9a-fA-F]{40} in transaction 0x[0-9a-f]{64}/);
  expect(code).toBe(1);
});

test("npm start stops on request, and the demo then says that nothing is running", async () => {
  product.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  // On a busy machine the sandbox's engine or the chain may be slow, which is worth a warning. Nothing else is.
  const logged = (await errors)
    .split("\n")
    .filter((line) => line !== "" && !/"event":"(?:sandbox engine |[^"]*; retrying")/.test(line));
  expect(logged).toEqual([]);
  const demo = run("scripts/demo.ts");
  expect(await text(demo.stderr)).toContain("run npm start");
  expect(demo.exitCode ?? (await once(demo, "exit"))[0]).toBe(1);
});
