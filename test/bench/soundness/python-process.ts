import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { config } from "../../support/sandbox.ts";

/** CPython 3.13 in a container without network; it answers one line with one line. */
export type PythonProcess = Readonly<{ ask<Answer>(question: object): Promise<Answer | undefined> }> &
  AsyncDisposable;

const parts = [
  "modules",
  "live",
  "record",
  "variants",
  "renaming",
  "wrapping",
  "splitting",
  "dead_code",
  "reordering",
  "rewrites",
  "serve",
];
const program = parts
  .map((name) => readFileSync(new URL(`./runner/${name}.py`, import.meta.url), "utf8"))
  .join("\n\n");
const limits = ["--network", "none", "--read-only", "--memory", "2g", "--pids-limit", "64"];
/** Far above the limit of the process itself: what ends here is deaf to alarms. */
const patienceMs = 30_000;

/** Starts the process; one that dies or stands still is started again, and the question it left is undefined. */
export function openPython(): PythonProcess {
  let running: Running | undefined;
  const ask = async <Answer>(question: object): Promise<Answer | undefined> => {
    running ??= start(() => {
      running = undefined;
    });
    const line = await running.ask(JSON.stringify(question));
    const answer = line === undefined ? undefined : (JSON.parse(line) as Answer & { failed?: string });
    return answer?.failed === undefined ? answer : undefined;
  };
  return { ask, [Symbol.asyncDispose]: async () => running?.stop() };
}

type Running = Readonly<{ ask(line: string): Promise<string | undefined>; stop(): Promise<void> }>;

function start(onEnd: () => void): Running {
  const image = ["--entrypoint", "python3", config.SANDBOX_IMAGE, "-s", "-P", "-W", "ignore", "-c", program];
  const child: ChildProcessWithoutNullStreams = spawn("docker", [
    "run",
    "--rm",
    "-i",
    "--env",
    "PYTHONHASHSEED=0",
    ...limits,
    ...image,
  ]);
  const waiting: ((line: string | undefined) => void)[] = [];
  const ended = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    if (waiting.length > 0) timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  };
  createInterface({ input: child.stdout }).on("line", (line) => {
    waiting.shift()?.(line);
    watch();
  });
  child.stderr.resume();
  child.stdin.on("error", () => {});
  child.on("close", () => {
    clearTimeout(timer);
    onEnd();
    for (const answer of waiting.splice(0)) answer(undefined);
    ended.resolve();
  });
  return {
    ask: async (line) => {
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      waiting.push(resolve);
      child.stdin.write(`${line}\n`);
      watch();
      return promise;
    },
    stop: async () => {
      child.stdin.end();
      await ended.promise;
    },
  };
}
