import type { Clock } from "../platform/clock.ts";
import type { Model } from "./execute/model.ts";
import type { Sandbox } from "./workers/sandbox/sandbox.ts";
import type { Priorities } from "../platform/threads/priority.ts";
import type { Threads } from "../platform/threads/threads.ts";
import type { Troubles } from "../platform/troubles.ts";
import type { Types } from "./workers/type-checker/types.ts";
import type { CandidateQuestion } from "./tasks/candidates-worker.ts";
import type { Candidate, RunFacts } from "./candidates/candidate.ts";
import { execute, notExecuted, type Executed, type ExecuteTools } from "./execute/execute.ts";
import { isTypeError, typeErrorLines } from "./execute/refute-types.ts";
import { topLevelNames } from "./execute/top-level-names.ts";
import { improve, untouched } from "./improve.ts";
import type { Job, Mode } from "./job.ts";
import { addsSecurityFinding, isIncomplete } from "./repair/compare.ts";
import { submittedLine } from "./text/line-map.ts";
import type { Repaired } from "./repair/rounds.ts";
import type { StaticFindings } from "./findings/static-findings.ts";
import { checkStatically } from "./static-check.ts";
import { copyOf } from "./translated-copy.ts";
import { endingOf, toVerdict, unfinishedIn } from "./to-verdict.ts";
import type { Verdict } from "./verdict.ts";
import type { Workers } from "./tasks/workers.ts";

/** Judges Python. Knows no protocols, money or chains. */
export type Engine = Readonly<{
  /** The modes this engine has at all. */
  modes: readonly Mode[];
  /** Whether a job of this mode could be worked on right now. */
  isReady(mode: Mode): boolean;
  /** Rejects when the signal is aborted or no box could be had: a tool that fails is told in the verdict. */
  judge(job: Job, signal: AbortSignal, standing?: Standing): Promise<Judgement>;
  /** The processor time used so far for what this signal stands for. */
  usedMs(call: AbortSignal): number;
  /** How its tools are, for those who watch it. */
  status(): EngineStatus;
}>;

/** Whether others go first where processors are scarce. */
export type Standing = Readonly<{ isBehind: boolean }>;

export type EngineStatus = Readonly<{
  types: "ok" | "down";
  /** Type checkers that stand ready or are at work. */
  typeCheckers: number;
  sandbox: ReturnType<Sandbox["state"]> | "off";
  boxes: ReturnType<Sandbox["numbers"]> | null;
}>;

/** A verdict, and whether every tool had its say; an incomplete one must not be remembered. */
export type Judgement = Readonly<{ verdict: Verdict; isComplete: boolean }>;

/** Threads that run `candidates-worker.ts`. */
export type Proposers = Threads<CandidateQuestion, Candidate[]>;

/** What running code takes. */
export type Execution = Readonly<{
  sandbox: Sandbox;
  proposers: Proposers;
  /** Proposes a rewrite where no small edit is proven. */
  model: Model | undefined;
  defaultTimeoutS: number;
}>;

type Tools = Readonly<{
  workers: Workers;
  types: Types;
  clock: Clock;
  troubles: Troubles;
  priorities: Priorities;
  service: { name: string; version: string };
  /** Without it, code is never run. */
  execution?: Execution | undefined;
}>;

const maxCandidates = 2900;

/** Resolves when the tools are warm. */
export async function createEngine(tools: Tools): Promise<Engine> {
  const { workers, types, execution, clock, troubles, priorities, service } = tools;
  const { ruff } = await workers.inspect("pass\n", AbortSignal.timeout(60_000));
  const versions = { ruff, mypy: types.versions.mypy, python: types.versions.python };

  async function judge(job: Job, signal: AbortSignal, standing?: Standing): Promise<Judgement> {
    if (standing?.isBehind) priorities.putBehind(signal);
    const startedAt = clock.monotonic();
    const submitted = await checkStatically(tools, job.code, signal);
    const repaired =
      job.mode === "static" ? untouched(job.code, submitted) : await improve(tools, job, submitted, signal);
    const executed = job.mode === "execute" ? await run(job, submitted, repaired, signal) : notExecuted;
    const ending = endingOf(job.code, repaired, executed);
    const [copy, fixedFindings] = await Promise.all([
      copyOf(
        workers,
        { name: job.options.transpile_to, ...ending, isBroken: repaired.findings.isBroken },
        signal,
      ),
      ending.isFixed ? (ending.findings ?? checkStatically(tools, ending.text, signal)) : undefined,
    ]);
    const { name, version } = service;
    const isStrict = job.options.strict;
    const outcome = { submitted, repaired, executed, ending, fixedFindings, copy, isStrict };
    const incomplete = unfinishedIn(outcome);
    const meta = {
      service: name,
      version,
      api: "v1",
      engine: { ...versions, ...(executed.python !== undefined && { sandbox_python: executed.python }) },
      ai: executed.ai,
      mode: job.mode,
      incomplete,
      duration_ms: Math.round(clock.monotonic() - startedAt),
      request_id: null,
      receipt: null,
    };
    return { verdict: { ...toVerdict(outcome), meta }, isComplete: incomplete.length === 0 };
  }

  async function run(
    job: Job,
    submitted: StaticFindings,
    repaired: Repaired,
    signal: AbortSignal,
  ): Promise<Executed> {
    // What Python would refuse has nothing to run.
    if (execution === undefined || repaired.findings.isBroken) return notExecuted;
    const isChanged = repaired.text !== untouched(job.code, submitted).text;
    const source = {
      text: repaired.findings.text,
      lineOf: (line: number | null) => submittedLine(repaired.lines, line),
      suspectLines: typeErrorLines(repaired.findings.diagnostics),
    };
    const before = {
      text: submitted.text,
      lineOf: (line: number | null) => line,
      suspectLines: typeErrorLines(submitted.diagnostics),
    };
    const task = {
      source: isChanged ? source : before,
      submitted: isChanged && !submitted.isBroken ? before : undefined,
      options: job.options,
    };
    return execute(executing(execution, [submitted, repaired.findings], signal), task, signal);
  }

  function executing(
    { proposers, ...others }: Execution,
    known: readonly StaticFindings[],
    signal: AbortSignal,
  ): ExecuteTools {
    const findingsOf = async (text: string): Promise<StaticFindings> =>
      known.find((findings) => findings.text === text) ?? checkStatically(tools, text, signal);
    return {
      ...others,
      clock,
      namesOf: topLevelNames,
      onUnjudged: (error) => troubles.note("sandbox", error),
      propose: async (source: string, facts: RunFacts) =>
        proposers.run({ source, facts, limit: maxCandidates }, signal).catch((error: unknown) => {
          if (!signal.aborted) troubles.note("candidates", error);
          return [];
        }),
      passesGate: async (original, edited, failing) => {
        const [old, now] = [await findingsOf(original), await findingsOf(edited)];
        // What a tool has not looked at is not known to be no worse.
        if (isIncomplete(now)) return false;
        return countErrors(now) < countErrors(old) + failing && !addsSecurityFinding(old, now);
      },
    };
  }

  return {
    modes: execution ? ["static", "repair", "execute"] : ["static", "repair"],
    isReady: (mode) => types.isUp() && (mode !== "execute" || execution?.sandbox.state() === "ok"),
    judge,
    usedMs: priorities.usedMs,
    status: () => ({
      types: types.isUp() ? "ok" : "down",
      typeCheckers: types.workers(),
      sandbox: execution?.sandbox.state() ?? "off",
      boxes: execution?.sandbox.numbers() ?? null,
    }),
  };
}

/** Type errors aside: a rewrite is judged by examples that run it. */
function countErrors({ diagnostics, security }: StaticFindings): number {
  const found = [...diagnostics.filter((diagnostic) => !isTypeError(diagnostic)), ...security];
  return found.filter(({ severity }) => severity === "error").length;
}
