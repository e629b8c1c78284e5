import { createEngine, type Engine } from "../../../engine/engine.ts";
import { Job } from "../../../engine/job.ts";
import { openWorkers } from "../../../engine/tasks/workers.ts";
import { EngineUnavailable } from "../../../engine/unavailable.ts";
import type { Verdict } from "../../../engine/verdict.ts";
import { systemClock } from "../../../platform/clock.ts";
import { openLog } from "../../../platform/log.ts";
import { createPriorities } from "../../../platform/threads/priority.ts";
import { createTroubles } from "../../../platform/troubles.ts";
import { createMetrics } from "../../../parts/observe/metrics.ts";
import { openTestTypes } from "../../support/engine.ts";
import { openTestSandbox, requireDocker } from "../../support/sandbox.ts";
import { inParallel } from "../numbers.ts";
import type { Case } from "./cases.ts";
import { lastingBoxes } from "./lasting-boxes.ts";

/** What a verdict says of a case's examples. */
export type Outcome = Readonly<{
  held: boolean;
  /** It says that the submitted code itself decided, or that there is no example. */
  isTold: boolean;
  verdict: Verdict;
}>;

export type JudgedCase = Readonly<{ case: Case; outcome: Outcome; isBroken: boolean }>;

export type Judges = Readonly<{
  judgeAll(cases: readonly Case[], onJudged?: (done: number) => void): Promise<JudgedCase[]>;
}> &
  AsyncDisposable;

const width = 3;
const timeoutS = { usual: 10, slow: 2 };
/** Errors of running a program; what the checkers say of it is another matter. */
const runErrors = new Set(
  [
    "example-mismatch",
    "no-example",
    "timeout",
    "crash",
    "exit-status",
    "uncaught-exception",
    "output-limit",
  ].map((rule) => `python:${rule}`),
);

/** The real engine and a real sandbox in this process, without a search for fixes. */
export async function openJudges(): Promise<Judges> {
  await requireDocker();
  await using opening = new AsyncDisposableStack();
  const log = openLog("silent");
  const metrics = createMetrics();
  const troubles = createTroubles({ log, metrics });
  const types = opening.use(await openTestTypes({ workers: 1 }));
  const workers = opening.use(
    await openWorkers({ threads: 1, limitMs: 20_000, clock: systemClock, troubles }),
  );
  const sandbox = opening.use(await openTestSandbox({ poolSize: 2, log, metrics }));
  const lasting = opening.use(lastingBoxes(sandbox));
  const proposers = {
    run: async () => Promise.resolve([]),
    [Symbol.asyncDispose]: async () => Promise.resolve(),
  };
  const tools = {
    workers,
    types,
    clock: systemClock,
    troubles,
    priorities: createPriorities(systemClock),
    service: { name: "assay", version: "0.0.0" },
  };
  const execution = { proposers, model: undefined, defaultTimeoutS: timeoutS.usual };
  const sharing = await createEngine({ ...tools, execution: { ...execution, sandbox: lasting } });
  const fresh = await createEngine({ ...tools, execution: { ...execution, sandbox } });

  async function judge(one: Case): Promise<JudgedCase> {
    const first = await judgeOne(one.isAlone || one.isSlow ? fresh : sharing, one);
    // What an earlier case left behind in a box is no word against this one.
    const outcome = isBroken(one, first) ? await judgeOne(fresh, one) : first;
    return { case: one, outcome, isBroken: isBroken(one, outcome) };
  }

  const opened = opening.move();
  return {
    judgeAll: async (cases, onJudged) => {
      const judged: JudgedCase[] = [];
      await inParallel(cases.length, width, async (index) => {
        judged[index] = await judge(cases[index]!);
        onJudged?.(index + 1);
      });
      return judged;
    },
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

async function judgeOne(engine: Engine, { code, shape, isSlow }: Case): Promise<Outcome> {
  const options = { examples: shape.examples, timeout_s: isSlow ? timeoutS.slow : timeoutS.usual };
  const job = Job.parse({ code, mode: "execute", options });
  for (;;) {
    try {
      const { verdict } = await engine.judge(job, new AbortController().signal);
      return toOutcome(verdict);
    } catch (error) {
      // Boxes may come late where the machine is busy.
      if (!(error instanceof EngineUnavailable)) throw error;
    }
  }
}

type ExampleCounts = Readonly<{ judged: number; failed: number; weak: number }>;

function toOutcome(verdict: Verdict): Outcome {
  const { diagnostics, meta } = verdict;
  // Versions before the field are measured too.
  const counts = (verdict.runtime as { examples?: ExampleCounts | null }).examples;
  const hasFailed = diagnostics.some(({ rule, severity }) => severity === "error" && runErrors.has(rule));
  const isJudged = counts === undefined || (counts !== null && counts.judged > 0 && counts.failed === 0);
  const isTold =
    (counts?.weak ?? 0) > 0 || diagnostics.some(({ rule }) => /^python:(?:weak|no)-example$/.test(rule));
  return { held: !hasFailed && isJudged && !meta.incomplete.includes("sandbox"), isTold, verdict };
}

/** Right programs hold; others do not, unless the verdict says how little that means. */
function isBroken({ kind }: Case, { held, isTold }: Outcome): boolean {
  return kind === "right" ? !held : held && !isTold;
}
