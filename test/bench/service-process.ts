import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Verdict } from "../../engine/verdict.ts";
import { mainThreadMeter, workedMsOf } from "../support/service-process.ts";
import { endWithBench } from "./end-with-bench.ts";
import { memoryMbOf } from "./process-family.ts";

/** The service as users run it: a process of its own, with a key that can pay for everything. */
export type ServiceProcess = Readonly<{
  url: string;
  pid: number;
  serviceKey: string;
  startedInMs: number;
  validate(code: string): Promise<{ status: number; valid: boolean }>;
  /** Any job; a refusal comes back with its error. */
  ask(
    job: object,
  ): Promise<
    Partial<
      Pick<Verdict, "valid" | "fixed_code" | "fixes" | "diagnostics" | "runtime" | "meta"> & { error: string }
    >
  >;
  /** Resident memory of the service and of everything it started, in MB. */
  memoryMb(): number;
  /** The most that its main thread has worked without a pause since it was last asked for. */
  maxWorkedMs(): Promise<number>;
  /** How late the event loop was at the 99th percentile, since it was last asked for. */
  loopDelayMs(): Promise<number>;
}> &
  AsyncDisposable;

/** The metric is the time from one look to the next, so that of an idle event loop is this long. */
const lookedAtEveryMs = 10;
const serviceKey = "the-operator-of-the-benchmark-pays-for-it";

/** Of this checkout, or of another that has its packages. */
export async function startService(
  env: Readonly<Record<string, string>> = {},
  checkout = ".",
): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
  const startedAt = performance.now();
  const args = ["--liftoff-only", "--max-semi-space-size=16", ...mainThreadMeter, "service/main.ts"];
  const child = spawn(process.execPath, args, {
    cwd: checkout,
    env: {
      ...process.env,
      PORT: "0",
      DATA_DIR: folder,
      LOG_LEVEL: "info",
      SERVICE_KEY: serviceKey,
      SANDBOX: "off",
      ...env,
    },
    // As deployed: a session of its own, which may go before others.
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  endWithBench(child);
  const url = await listeningAt(child.stderr!);
  // A log that nobody reads any more would hold up the service.
  child.stderr!.resume();
  const startedInMs = performance.now() - startedAt;
  const post = async (job: object): Promise<Response> =>
    fetch(`${url}/v1/validate`, {
      method: "POST",
      headers: { authorization: `Bearer ${serviceKey}`, "content-type": "application/json" },
      body: JSON.stringify(job),
    });
  return {
    url,
    pid: child.pid!,
    serviceKey,
    startedInMs,
    validate: async (code) => {
      const response = await post({ code });
      const { valid } = (await response.json()) as { valid: boolean };
      return { status: response.status, valid };
    },
    ask: async (job) => (await (await post(job)).json()) as Awaited<ReturnType<ServiceProcess["ask"]>>,
    memoryMb: () => memoryMbOf(child.pid!),
    maxWorkedMs: async () => Math.max(0, ...(await workedMsOf(child))),
    loopDelayMs: async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const betweenMs = Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1000;
      return Math.max(betweenMs - lookedAtEveryMs, 0);
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listeningAt(log: NodeJS.ReadableStream): Promise<string> {
  const seen: string[] = [];
  for await (const line of createInterface({ input: log })) {
    seen.push(line);
    const { event, url } = JSON.parse(line) as { event?: string; url?: string };
    if (event === "listening") return url!;
  }
  throw new Error(`The service did not start:\n${seen.join("\n")}`);
}
