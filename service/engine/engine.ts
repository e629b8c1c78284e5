import type { Clock } from "../parts/clock.ts";
import type { Model } from "../parts/model.ts";
import type { Sandbox } from "../parts/sandbox/sandbox.ts";
import type { Threads } from "../parts/threads.ts";
import type { Types } from "../parts/types/types.ts";
import type { Proposing } from "./candidates-worker.ts";
import type { Candidate, Facts } from "./candidates/candidate.ts";
import { execute, notExecuted, type Executed } from "./execute/execute.ts";
import type { Job, Mode } from "./job.ts";
import { listWithin } from "./list-within.ts";
import { scoreOf } from "./score.ts";
import { checkStatically, type Inspectors, type StaticFindings } from "./static-check.ts";
import { isTypeError, refuteTypes, typeErrorLines } from "./execute/refute-types.ts";
import { topLevelNames } from "./execute/top-level-names.ts";
import type { Diagnostic, Verdict } from "./verdict.ts";

/** Judges Python. Knows no protocols, money or chains. */
export type Engine = Readonly<{
  /** The modes this engine has at all. */
  modes: readonly Mode[];
  /** Whether a job of this mode could be worked on right now. */
  isReady(mode: Mode): boolean;
  /** Rejects when the signal is aborted or no box could be had: a tool that fails is told in the verdict. */
  judge(job: Job, signal: AbortSignal): Promise<Judgement>;
}>;

/** A verdict, and whether every tool had its say; an incomplete one must not be remembered. */
export type Judgement = Readonly<{ verdict: Verdict; isComplete: boolean }>;

/** Threads that run `candidates-worker.ts`. */
export type Proposers = Threads<Proposing, Candidate[]>;

/** What running code takes. */
export type Execution = Readonly<{
  sandbox: Sandbox;
  proposers: Proposers;
  /** Proposes a rewrite where no small edit is proven. */
  model: Model | undefined;
  defaultTimeoutS: number;
}>;

type Tools = Readonly<{
  inspectors: Inspectors;
  types: Types;
  clock: Clock;
  service: { name: string; version: string };
  /** Without it, code is never run. */
  execution?: Execution | undefined;
}>;

const mostCandidates = 2900;

/** Resolves when the tools are warm. */
export async function createEngine(tools: Tools): Promise<Engine> {
  const { inspectors, types, execution, clock, service } = tools;
  const { ruff } = await inspectors.run("pass\n", AbortSignal.timeout(60_000));
  const versions = { ruff, mypy: types.versions.mypy, python: types.versions.python };

  async function judge(job: Job, signal: AbortSignal): Promise<Judgement> {
    const startedAt = clock.monotonic();
    const findings = await checkStatically(tools, job.code, signal);
    const executed = job.mode === "execute" ? await run(job, findings, signal) : notExecuted;
    const { name, version } = service;
    const meta = {
      service: name,
      version,
      api: "v1",
      engine: { ...versions, ...(executed.python !== undefined && { sandbox_python: executed.python }) },
      ai: executed.ai,
      mode: job.mode,
      duration_ms: Math.round(clock.monotonic() - startedAt),
      request_id: null,
    };
    const verdict = toVerdict(findings, executed);
    return { verdict: { ...verdict, meta }, isComplete: !findings.diagnostics.some(isIncomplete) };
  }

  async function run(job: Job, findings: StaticFindings, signal: AbortSignal): Promise<Executed> {
    // What Python would refuse has nothing to run.
    if (execution === undefined || findings.isBroken) return notExecuted;
    const { proposers, ...others } = execution;
    const executing = {
      ...others,
      clock,
      namesOf: topLevelNames,
      suspectLines: typeErrorLines(findings.diagnostics),
      propose: async (source: string, facts: Facts) =>
        proposers.run({ source, facts, limit: mostCandidates }, signal).catch(() => []),
      countErrors: async (text: string) =>
        countErrors(text === findings.text ? findings : await checkStatically(tools, text, signal)),
    };
    return execute(executing, { ...job, code: findings.text }, signal);
  }

  return {
    modes: execution ? ["static", "execute"] : ["static"],
    isReady: (mode) => types.isUp() && (mode !== "execute" || execution?.sandbox.state() === "ok"),
    judge,
  };
}

function toVerdict(
  { diagnostics: found, security }: StaticFindings,
  executed: Executed,
): Omit<Verdict, "meta"> {
  const diagnostics = [...refuteTypes(found, executed.linesRun), ...executed.diagnostics];
  return {
    valid: ![...diagnostics, ...security].some(({ severity }) => severity === "error"),
    score: scoreOf(diagnostics, security),
    diagnostics: listWithin(diagnostics),
    security: security.slice(0, mostSecurityFindings),
    fixes: [...executed.fixes],
    fixed_code: executed.fixedCode,
    transpiled: null,
    runtime: executed.runtime,
  };
}

const mostSecurityFindings = 1000;

/** Type errors aside: a rewrite is judged by examples that run it. */
function countErrors({ diagnostics, security }: StaticFindings): number {
  const found = [...diagnostics.filter((diagnostic) => !isTypeError(diagnostic)), ...security];
  return found.filter(({ severity }) => severity === "error").length;
}

function isIncomplete({ rule }: Diagnostic): boolean {
  return rule.endsWith(":incomplete");
}
