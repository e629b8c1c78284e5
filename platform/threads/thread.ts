import { basename } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { Clock } from "../clock.ts";
import { Failed } from "../failure.ts";
import { bringBack } from "./os-priority.ts";
import type { Priorities, Work } from "./priority.ts";
import type { Start } from "./thread-start.ts";
import { toMs, type Word } from "./thread-tasks.ts";

/** One thread that can be killed. It does one task at a time, and none after one that was lost. */
export type Thread<Task, Result, Part> = Readonly<{
  /** Whether everything it needs is loaded. */
  isReady(): boolean;
  /** It does no more tasks. */
  isOver(): boolean;
  /** Rejects with Failed when the thread is lost on the way, or with the signal's reason; it is over then. */
  work(task: Task, options: WorkOptions<Part>): Promise<Result>;
  end(): Promise<void>;
}>;

export type WorkOptions<Part> = Readonly<{
  /** Processor time, between one part of the answer and the next. */
  limitMs: number;
  onPart: ((part: Part) => void) | undefined;
  /** The task has used more processor time than most. */
  onLong: () => void;
  signal: AbortSignal;
}>;

/** How long a thread may take for a second of processor time, and how long in any case: the machine may be busy. */
const [wallTimes, minWallMs] = [10, 60_000];
const startMs = 60_000;
const starter = new URL("./thread-start.ts", import.meta.url);
/** What a text leaves behind is usually dead before the space for young objects is full; half the space means twice the copying. */
const resourceLimits = { stackSizeMb: 16, maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
// Parallel helpers of the garbage collector use more processor time than they save: every processor has texts to read.
setFlagsFromString("--no-parallel-scavenge");
/** A thread near its limit is checked no more often than this. */
const minPauseMs = 20;

export function openThread<Task, Result, Part>(
  file: URL,
  { clock, priorities }: { clock: Clock; priorities: Priorities },
): Thread<Task, Result, Part> {
  const start: Start = { file: file.href, isBehind: priorities.mayComeBack() };
  // The name is what the system shows of a thread, beside the time it has used.
  const worker = new Worker(starter, {
    workerData: start,
    resourceLimits,
    name: basename(file.pathname, ".ts"),
  });
  worker.unref();
  const started = Promise.withResolvers<void>();
  started.promise.catch(() => undefined); // those who wait for it are told
  let isReady = false;
  let osThread: string | undefined;
  let isOver = false;
  let usedMs = 0;
  let heardAtMs = 0;
  let doing: (PromiseWithResolvers<Result> & Pick<WorkOptions<Part>, "onPart">) | undefined;

  const end = async (): Promise<void> => {
    isOver = true;
    await worker.terminate();
  };
  const lose = (why: unknown): void => {
    void end();
    started.reject(why);
    doing?.reject(why);
  };
  const loseTo = (reason: string): void => lose(new Failed({ what: "thread", reason, frames: [] }));

  worker.on("message", (word: Word<Result, Part>) => {
    if (word.kind === "threw") return lose(new Failed(word.failure));
    usedMs = word.cpuMs;
    heardAtMs = clock.monotonic();
    if (word.kind === "ready") {
      isReady = true;
      osThread = word.thread;
      if (start.isBehind) bringBack(osThread);
      started.resolve();
    } else if (word.kind === "part") doing?.onPart?.(word.part);
    else {
      if (word.isSpent) void end();
      doing?.resolve(word.result);
    }
  });
  worker.on("error", (error) => lose(error));
  worker.on("exit", () => loseTo("thread ended"));

  /** A thread uses no more time than passes, so it is asked when it could have reached its limit, and then again. */
  async function watch(limitMs: number, signal: AbortSignal): Promise<void> {
    for (let waitMs = limitMs; ;) {
      await clock.sleep(waitMs, signal);
      const leftMs = limitMs - (toMs(await worker.cpuUsage()) - usedMs);
      signal.throwIfAborted();
      if (leftMs <= 0) return loseTo("out of processor time");
      waitMs = Math.max(leftMs, minPauseMs);
    }
  }

  /** A thread that gets no processor must not be waited for forever. */
  async function watchWall(wallMs: number, signal: AbortSignal): Promise<void> {
    for (let leftMs = wallMs; leftMs > 0; leftMs = heardAtMs + wallMs - clock.monotonic())
      await clock.sleep(leftMs, signal);
    loseTo("out of time");
  }

  /** An abort meanwhile costs nobody the thread. */
  async function untilReady(signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const aborted = clock.sleep(startMs, AbortSignal.any([signal, over.signal])).then(
      () => loseTo("not started in time"),
      () => signal.throwIfAborted(),
    );
    try {
      await Promise.race([started.promise, aborted]);
    } finally {
      over.abort();
    }
  }

  async function work(task: Task, { limitMs, onPart, onLong, signal }: WorkOptions<Part>): Promise<Result> {
    const over = new AbortController();
    const guard = (guarding: Promise<void>): void => void guarding.catch(() => undefined);
    const leave = (): void => lose(signal.reason);
    let beforeMs = 0;
    let working: Work | undefined;
    worker.ref();
    try {
      if (!isReady) await untilReady(signal);
      signal.throwIfAborted();
      doing = { ...Promise.withResolvers<Result>(), onPart };
      heardAtMs = clock.monotonic();
      signal.addEventListener("abort", leave, { once: true });
      working = priorities.begin(osThread, signal, onLong);
      beforeMs = usedMs;
      guard(watch(limitMs, over.signal));
      guard(watchWall(Math.max(limitMs * wallTimes, minWallMs), over.signal));
      worker.postMessage(task);
      return await doing.promise;
    } finally {
      over.abort();
      signal.removeEventListener("abort", leave);
      doing = undefined;
      if (working?.end(usedMs - beforeMs) === false) void end();
      worker.unref();
    }
  }

  return { isReady: () => isReady, isOver: () => isOver, work, end };
}
