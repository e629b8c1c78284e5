import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { delimiter } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { TypedPackages } from "../../package-layer.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import { putBehind, threadOf } from "../../../platform/threads/os-priority.ts";

export type Versions = Readonly<{ mypy: string; python: string }>;

/** The warm Python process from which workers are forked. It is started again whenever it ends. */
export type Zygote = Readonly<{ isUp(): boolean; versions(): Versions; fork(): void }> & AsyncDisposable;

type Settings = Readonly<{
  python: string;
  socketPath: string;
  folder: string;
  /** The Python that texts are judged for, as `3.13`. */
  pythonVersion: string;
  packages?: TypedPackages | undefined;
  /** Aborted while it is not warm for the first time: it is given up. */
  signal: AbortSignal;
  /** Called each time it is warm. */
  onWarm: (zygote: Zygote) => void;
  /** Whether a worker that was forked behind others can be brought to the front. */
  mayComeBack: () => boolean;
  clock: Clock;
  log: Log;
}>;

const script = fileURLToPath(new URL("../../python/types_worker.py", import.meta.url));
const maxRestartMs = 10_000;

/** Resolves when it is warm for the first time; rejects when it cannot be started at all. */
export async function openZygote({
  clock,
  log,
  onWarm,
  mayComeBack,
  signal,
  ...settings
}: Settings): Promise<Zygote> {
  const stopping = new AbortController();
  signal.addEventListener("abort", () => stopping.abort(), { once: true });
  const firstWarm = Promise.withResolvers<void>();
  let warm: ChildProcess | undefined;
  let versions: Versions | undefined;

  const zygote: Zygote = {
    isUp: () => warm !== undefined,
    versions: () => versions!,
    fork: () => warm?.stdin?.write("fork\n"),
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await supervised;
    },
  };

  async function supervise(): Promise<void> {
    for (let waitMs = 250; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, maxRestartMs)) {
      try {
        await live();
      } catch (error) {
        firstWarm.reject(error);
        if (versions === undefined) return;
        if (!stopping.signal.aborted)
          log.error("types process ended", { error: String(error), retryInMs: waitMs });
      }
      await clock.sleep(waitMs, stopping.signal).catch(() => undefined);
    }
  }

  /** One life of the process; throws when it is over. */
  async function live(): Promise<never> {
    const child = spawnPython(settings);
    const ended = once(child, "exit");
    // It may end before a word to it is read; its exit says so.
    child.stdin.on("error", () => undefined);
    const stop = (): void => void child.kill("SIGKILL");
    stopping.signal.addEventListener("abort", stop, { once: true });
    try {
      versions = await Promise.race([readVersions(child), failWhen(ended)]);
      warm = child;
      // Forking takes a while, and nobody waits for a fork: others stand ready.
      if (mayComeBack()) putBehind(threadOf(child.pid!));
      onWarm(zygote);
      firstWarm.resolve();
      return await failWhen(ended);
    } finally {
      warm = undefined;
      stopping.signal.removeEventListener("abort", stop);
      stop();
    }
  }

  const supervised = supervise();
  await firstWarm.promise;
  return zygote;
}

function spawnPython({
  python,
  socketPath,
  folder,
  pythonVersion,
  packages = { folders: [], cache: "" },
}: Pick<Settings, "python" | "socketPath" | "folder" | "pythonVersion" | "packages">) {
  const read = [packages.folders.join(delimiter), packages.cache];
  return spawn(python, ["-I", script, socketPath, folder, pythonVersion, ...read], {
    cwd: folder,
    // Nothing of our own environment: mypy reads several variables.
    env: { LANG: "C.UTF-8" },
    stdio: ["pipe", "pipe", "ignore"],
  });
}

async function readVersions(child: ReturnType<typeof spawnPython>): Promise<Versions> {
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Versions;
  throw new Error("the types process said nothing");
}

async function failWhen(ended: Promise<unknown[]>): Promise<never> {
  const [code, signal] = await ended;
  throw new Error(`the types process ended with ${String(signal ?? code)}`);
}
