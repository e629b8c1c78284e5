import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { Failed } from "../../../platform/failure.ts";
import { bringBack, threadOf } from "../../../platform/threads/os-priority.ts";
import type { Priorities } from "../../../platform/threads/priority.ts";
import type { PythonVersion } from "../../python-version.ts";
import type { Severity } from "../../verdict.ts";
import type { TypedLayer } from "../../package-layer.ts";

/** What CPython itself says against a text. */
export type CompilerRefusal = Readonly<{ message: string; line: number | null; column: number | null }>;
/** Mypy's messages, CPython's refusal, or both. */
export type Question = "types" | "syntax" | "both";
export type TypedFiles = Readonly<{
  /** By path. */
  files: Readonly<Record<string, string>>;
  /** The folder that their imports begin at: null for a text that stands alone. */
  base: string | null;
  /** Mypy's codes that are listed before all others where not everything can be. */
  first: readonly string[];
  /** What they are checked for; unset: the default. */
  python?: PythonVersion | undefined;
  /** The packages whose types are read; unset: those that are known anyway. */
  layer?: TypedLayer | undefined;
}>;

/** Of each text, by its path. */
export type Refusals = Readonly<Record<string, CompilerRefusal | null>>;

/** Mypy's lines, and by file how many of which severity are not among them. */
export type Messages = Readonly<{
  messages: readonly string[];
  unlisted: Readonly<Record<string, Readonly<Record<Severity, number>>>>;
  /** The paths of the texts that mypy stopped in: nothing behind that place was checked. */
  unfinished: readonly string[];
}>;

type ToolReply = { refusals: Refusals } | Messages;
/** `cpu_ms` is all the processor time that the worker has used since it began. */
type Reply = { id: number; cpu_ms: number } & ({ error: string } | ToolReply);

type Hello = { pid: number; cpu_ms: number };

/** What mypy and CPython's compiler say, each by itself. One that did not run says nothing. */
export type Answering = Readonly<{
  messages: Promise<Messages>;
  refusals: Promise<Refusals>;
  /** Settles when everything that was asked for is said, or something of it is lost. */
  finished: Promise<unknown>;
}>;

/** One forked Python process at the other end of a socket. It answers one question at a time. */
export type Worker = Readonly<{
  /**
   * Each tool may use this much processor time, and then ends the worker. What it had not said then is rejected, as when
   * the worker fails, dies, or is ended because of the signal.
   */
  ask(texts: TypedFiles, what: Question, limits: QuestionLimits): Answering;
  /**
   * Whether it is to be asked again. A long text leaves its memory large; files that are checked together may have
   * replaced modules that it knew; and no worker is kept forever, since mypy was not made to.
   */
  isFit(): boolean;
  end(): void;
}>;

/** `call` is the signal that all work for the same caller shares. */
export type QuestionLimits = Readonly<{ cpuMs: number; signal: AbortSignal; call: AbortSignal }>;

const textsAWorker = 1000;
/** A text that took this much processor time has left much in memory. */
const longTextMs = 100;

type Greeting = Readonly<{
  onReady: (worker: Worker) => void;
  onEnd: (worker: Worker) => void;
  priorities: Priorities;
}>;

/** Speaks to a worker from its hello on. `onEnd` is called once, also for a worker that was never ready. */
export function greetWorker(connection: Socket, { onReady, onEnd, priorities }: Greeting): void {
  let pid: number | undefined;
  let asked = 0;
  let usedMs = 0;
  let isKept = true;
  let waiting: Waiting | undefined;

  const worker: Worker = {
    isFit: () => asked < textsAWorker && isKept,
    end: () => {
      // While the connection stands the process does, so its number cannot belong to another one yet.
      if (pid !== undefined && !connection.destroyed) killQuietly(pid);
      connection.destroy();
    },
    ask: ({ files, base, first }, what, { cpuMs, signal, call }) => {
      asked += 1;
      const asking = waitFor(what);
      waiting = asking;
      const stop = (): void => {
        asking.reject(signal.reason);
        worker.end();
      };
      signal.addEventListener("abort", stop, { once: true });
      const beforeMs = usedMs;
      const working = priorities.begin(threadOf(pid!), call);
      const leave = (): void => {
        const textMs = usedMs - beforeMs;
        isKept = working.end(textMs) && textMs < longTextMs && base === null;
        signal.removeEventListener("abort", stop);
      };
      void asking.finished.then(leave, leave);
      if (signal.aborted) stop();
      else
        connection.write(`${JSON.stringify({ id: asked, files, base, first, what, cpu_s: cpuMs / 1000 })}\n`);
      return asking;
    },
  };

  const lines = createInterface({ input: connection, crlfDelay: Infinity });
  lines.on("line", (line) => {
    const reply = readReply(line);
    if (reply === undefined) connection.destroy();
    else if ("pid" in reply) {
      pid = reply.pid;
      usedMs = reply.cpu_ms;
      // It began behind others, as what it was forked from.
      bringBack(threadOf(pid));
      onReady(worker);
    } else if ("error" in reply) waiting?.reject(lost(reply.error));
    else {
      usedMs = reply.cpu_ms;
      waiting?.hear(reply);
    }
  });
  // The interface repeats the errors of its input, and would throw what nobody listens to.
  lines.on("error", () => connection.destroy());
  connection.on("error", () => connection.destroy());
  connection.once("close", () => {
    lines.close();
    waiting?.reject(lost("worker ended"));
    onEnd(worker);
  });
}

function lost(reason: string): Failed {
  return new Failed({ what: "types worker", reason, frames: [] });
}

type Waiting = Answering &
  Readonly<{
    hear(reply: ToolReply): void;
    /** Nothing more is to be heard. */
    reject(why: unknown): void;
  }>;

function waitFor(what: Question): Waiting {
  const messages = Promise.withResolvers<Messages>();
  const refusals = Promise.withResolvers<Refusals>();
  const wanted = [...(what === "syntax" ? [] : [messages]), ...(what === "types" ? [] : [refusals])];
  return {
    messages: messages.promise,
    refusals: refusals.promise,
    hear: (reply) => ("refusals" in reply ? refusals.resolve(reply.refusals) : messages.resolve(reply)),
    reject: (why) => {
      for (const { reject } of wanted) reject(why);
    },
    finished: Promise.all(wanted.map(async ({ promise }): Promise<unknown> => promise)),
  };
}

/** A worker that is killed may leave half a line behind. */
function readReply(line: string): Reply | Hello | undefined {
  try {
    return JSON.parse(line) as Reply | Hello;
  } catch {
    return undefined;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself meanwhile.
  }
}
