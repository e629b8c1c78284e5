import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { createDataFolder } from "./data-folder.ts";
import { freePort } from "./free-port.ts";

/** A real Redis in a folder of its own, as durable as Assay asks for. */
export type RedisServer = Readonly<{
  url: string;
  port: number;
  /** Kills the process; acknowledged data stays in the folder. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Pauses the process, connections open, as a machine that hangs would. */
  pause(): void;
  resume(): void;
}> &
  AsyncDisposable;

export async function startRedis(): Promise<RedisServer> {
  const folder = await createDataFolder("redis");
  const port = await freePort();
  let child = await launch(folder, port);

  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    stop,
    async start() {
      child = await launch(folder, port);
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async [Symbol.asyncDispose]() {
      await stop();
      // It may still be writing its last file there.
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function launch(folder: string, port: number): Promise<ChildProcess> {
  const settings = {
    bind: "127.0.0.1",
    port,
    dir: folder,
    databases: 64,
    save: "",
    appendonly: "yes",
    appendfsync: "always",
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] });
  const said: string[] = [];
  await Promise.race([untilReady(child, said), untilFailed(child, said)]);
  child.stdout.resume();
  return child;
}

async function untilReady(
  child: ChildProcess & { stdout: NodeJS.ReadableStream },
  said: string[],
): Promise<void> {
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes("Ready to accept connections")) return;
    said.push(line);
  }
  await new Promise(() => {}); // it ended; the exit says how
}

async function untilFailed(child: ChildProcess, said: readonly string[]): Promise<never> {
  const error: unknown = await Promise.race([
    once(child, "error").then(([reason]: unknown[]) => reason),
    once(child, "exit").then(() => new Error(`redis-server ended at once:\n${said.join("\n")}`)),
  ]);
  if (error instanceof Error && "code" in error && error.code === "ENOENT") {
    throw new Error(
      "There is no redis-server: npm test installs it as root on Debian; elsewhere install redis-server.",
    );
  }
  throw error;
}
