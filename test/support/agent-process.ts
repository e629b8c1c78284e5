import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { until } from "./until.ts";
import { nodeArguments, passedOn } from "./processes.ts";

type Line = Readonly<{ event: string; [name: string]: unknown }>;

/** The agent in a process of its own, which a test may kill. */
export type AgentProcess = Readonly<{
  /** Its whole standard error. */
  lines: readonly Line[];
  /** Resolves when a matching line was written this many times; rejects with its last output if it never is. */
  says(isMeant: (line: Line) => boolean, times?: number): Promise<void>;
  lastWords(): string;
  /** The points it has passed; only in the killing program. */
  points(): ReadonlySet<string>;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Readonly<{ code: number | null; signal: NodeJS.Signals | null }>>;
}> &
  AsyncDisposable;

type Environment = Readonly<Record<string, string>>;

export type KillingAgents = Readonly<{ start(...environments: readonly Environment[]): AgentProcess }> &
  AsyncDisposable;

const programs = {
  /** What `npm run agent` runs. */
  agent: fileURLToPath(new URL("../../agent/main.ts", import.meta.url)),
  /** Several agents, which kill themselves at the points in their KILL_AT. */
  killing: fileURLToPath(new URL("./killing-agent.ts", import.meta.url)),
};
/** Polls quickly; reads no variables but the given ones. */
const usual = { LOG_LEVEL: "info", AGENT_PORT: "0", AGENT_POLL_MS: "50" };

export function startAgentProcess(env: Environment): AgentProcess {
  return follow(
    spawn(process.execPath, [...nodeArguments, programs.agent], {
      env: { ...passedOn(), ...usual, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    }),
  );
}

/**
 * Processes of one or more agents that kill themselves at a point. Loading the code takes longest, so the next one is
 * loaded in advance.
 */
export function killingAgents(): KillingAgents {
  const load = (): ChildProcess =>
    spawn(process.execPath, [...nodeArguments, programs.killing], {
      env: passedOn(),
      stdio: ["pipe", "ignore", "pipe"],
    });
  let next = load();
  return {
    start: (...environments) => {
      const child = next;
      next = load();
      child.stdin!.end(JSON.stringify(environments.map((env) => ({ ...usual, ...env }))));
      return follow(child);
    },
    [Symbol.asyncDispose]: async () => follow(next)[Symbol.asyncDispose](),
  };
}

function follow(child: ChildProcess): AgentProcess {
  const lines: Line[] = [];
  const saying = createInterface({ input: child.stderr! }).on("line", (line) => {
    lines.push(toEvent(line));
  });
  const ended = Promise.all([once(child, "exit"), once(saying, "close")]).then(([[code, signal]]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  const lastWords = (): string =>
    lines
      .slice(-20)
      .map((line) => JSON.stringify(line))
      .join("\n");
  return {
    lines,
    lastWords,
    says: async (isMeant, times = 1) => {
      const isSaid = (): boolean => lines.filter(isMeant).length >= times;
      await until(() => isSaid() || hasEnded(child)).catch(() => undefined);
      if (!isSaid()) throw new Error(`The agent did not say it. Its last words:\n${lastWords()}`);
    },
    points: () => new Set(lines.filter(({ event }) => event === "reached").map(({ point }) => String(point))),
    kill: (signal) => void child.kill(signal),
    ended,
    [Symbol.asyncDispose]: async () => {
      if (!hasEnded(child)) child.kill("SIGKILL");
      await ended;
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Output that is not a log event, such as a stack, is kept unchanged. */
function toEvent(line: string): Line {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return { event: line };
  }
}
