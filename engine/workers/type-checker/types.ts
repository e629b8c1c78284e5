import type { TypedPackages } from "../../package-layer.ts";
import { rm } from "node:fs/promises";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { PythonVersion } from "../../python-version.ts";
import { startWithin } from "../../start-within.ts";
import { createPriorities, type Priorities } from "../../../platform/threads/priority.ts";
import { makeFolder } from "./folder.ts";
import { createReadyWorkers } from "./ready-workers.ts";
import {
  greetWorker,
  type Answering,
  type QuestionLimits,
  type Question,
  type Messages,
  type Refusals,
  type TypedFiles,
  type Worker,
} from "./worker.ts";
import { openZygote, type Versions } from "./zygote.ts";

/** Mypy and CPython's compiler, kept warm in forked processes that are killed when a text takes too long. */
export type Types = Readonly<{
  versions: Versions;
  isUp(): boolean;
  /** How many workers stand ready or are at work. */
  workers(): number;
  /** Rejects only when it is aborted: each tool answers by itself, and one that could not is named. */
  check(texts: TypedFiles, signal: AbortSignal): Promise<TypesAnswer>;
}> &
  AsyncDisposable;

export type TypesAnswer = Readonly<{
  /** What mypy prints; undefined where it did not finish. */
  said: Messages | undefined;
  /** Why CPython will not compile each text, or null; undefined where that is not known. */
  refusals: Refusals | undefined;
  /** Why the others are undefined. */
  failures: readonly Readonly<{ tool: "mypy" | "python"; error: unknown }>[];
}>;

type Settings = Readonly<{
  python: string;
  pythonVersion: PythonVersion;
  packages?: TypedPackages | undefined;
  workers: number;
  /** The processor time of each tool on one text, so that what else the machine does counts against nobody. */
  limitMs: number;
  clock: Clock;
  /** Shared by all that work for the same calls; of its own where it is left out. */
  priorities?: Priorities;
  log: Log;
}>;

const maxWaitMs = 30_000;
/** How long the process that others are forked from may take: after an installation it reads everything from disk. */
const maxWarmMs = 120_000;
/** A text keeps two processors busy, with lint and with types: only a third has time for the compiler beside them. */
const mayWorkBeside = availableParallelism() > 2;
/** How long a worker may take for a second of processor time, and how long in any case: the machine may be busy. */
const [wallTimes, minWallMs] = [10, 60_000];

export async function openTypes({
  workers: wanted,
  limitMs,
  clock,
  priorities = createPriorities(clock),
  ...settings
}: Settings): Promise<Types> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.adopt(await makeFolder(), async (path) =>
    // A worker that was told to end may still write.
    rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  );
  const socketPath = join(folder, "s");

  const alive = new Set<Worker>();
  let fork = (): void => {};
  // Workers end with the process they were forked from, though their connections may not know it yet.
  let isUp = (): boolean => false;
  const ready = createReadyWorkers(() => isUp());

  const server = opening.adopt(createServer(), closeServer);
  server.on("connection", (connection) => {
    greetWorker(connection, {
      priorities,
      onReady: (worker) => {
        alive.add(worker);
        ready.offer(worker);
      },
      onEnd: (worker) => {
        alive.delete(worker);
        ready.remove(worker);
        fork();
      },
    });
  });
  server.listen(socketPath);
  await once(server, "listening");

  const zygote = opening.use(
    await startWithin("The type checker", maxWarmMs, async (signal) =>
      openZygote({
        ...settings,
        clock,
        socketPath,
        folder,
        signal,
        mayComeBack: priorities.mayComeBack,
        onWarm: (zygote) => {
          fork = zygote.fork;
          for (let n = 0; n < wanted; n += 1) fork();
        },
      }),
    ),
  );

  isUp = zygote.isUp;

  /** Asks a worker and offers it to the next, unless it failed or is due to be replaced. */
  function ask(
    worker: Worker,
    texts: TypedFiles,
    what: Question,
    signals: Omit<QuestionLimits, "cpuMs">,
  ): Answering {
    const answering = worker.ask(texts, what, { cpuMs: limitMs, ...signals });
    void answering.finished.then(
      () => (worker.isFit() ? ready.offer(worker) : worker.end()),
      () => worker.end(),
    );
    return answering;
  }

  async function begin(texts: TypedFiles, caller: AbortSignal): Promise<Omit<Answering, "finished">> {
    // Waiting behind other texts does not use up this one's time.
    const worker = await ready.take(AbortSignal.any([caller, AbortSignal.timeout(maxWaitMs)]));
    const signal = AbortSignal.any([caller, AbortSignal.timeout(Math.max(limitMs * wallTimes, minWallMs))]);
    const signals = { signal, call: caller };
    const second = mayWorkBeside ? ready.takeSpare() : undefined;
    if (second === undefined) return ask(worker, texts, "both", signals);
    const { messages } = ask(worker, texts, "types", signals);
    return { messages, refusals: ask(second, texts, "syntax", signals).refusals };
  }

  async function check(texts: TypedFiles, caller: AbortSignal): Promise<TypesAnswer> {
    const answering = begin(texts, caller);
    const [said, refusals] = await Promise.allSettled([
      answering.then(async (begun) => begun.messages),
      answering.then(async (begun) => begun.refusals),
    ]);
    caller.throwIfAborted();
    return {
      said: said.status === "fulfilled" ? said.value : undefined,
      refusals: refusals.status === "fulfilled" ? refusals.value : undefined,
      failures: [
        ...(said.status === "rejected" ? [{ tool: "mypy" as const, error: said.reason }] : []),
        ...(refusals.status === "rejected" ? [{ tool: "python" as const, error: refusals.reason }] : []),
      ],
    };
  }

  // A worker that stands ready is what `up` means to a caller.
  ready.offer(await startWithin("A process of the type checker", maxWaitMs, ready.take));
  const opened = opening.move();
  return {
    versions: zygote.versions(),
    isUp: zygote.isUp,
    workers: () => alive.size,
    check,
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  await closed;
}
