import { setImmediate as afterOthers } from "node:timers/promises";
import type { Clock } from "../platform/clock.ts";
import type { Model } from "./execute/model.ts";
import type { Sandbox } from "./workers/sandbox/sandbox.ts";
import type { Priorities } from "../platform/threads/priority.ts";
import type { Threads } from "../platform/threads/threads.ts";
import type { Troubles } from "../platform/troubles.ts";
import type { Types } from "./workers/type-checker/types.ts";
import type { CandidateQuestion } from "./tasks/candidates-worker.ts";
import type { Candidate, RunFacts } from "./candidates/candidate.ts";
import {
  execute,
  notExecuted,
  type Executed,
  type ExecuteTools,
  type StandAside,
} from "./execute/execute.ts";
import type { FileEdit } from "./execute/file-edit.ts";
import { isTypeError } from "./execute/refuted-claims.ts";
import { topLevelNames } from "./execute/top-level-names.ts";
import { improve, untouched, type RepairedFiles } from "./improve.ts";
import type { Job, Mode } from "./job.ts";
import { openProjectCheck, wholeSeenFrom, type ProjectCheck } from "./project-check.ts";
import type { FoundIn } from "./tasks/join-findings.ts";
import { readProject, withText, type Project } from "./project.ts";
import { similarTo } from "./package-names/requirements.ts";
import type { Layers } from "./package-layer.ts";
import type { Packages } from "./packages/packages.ts";
import type { PackageSetStatus } from "./packages/sets.ts";
import { arePackagesReady, preparePackages, type Installing } from "./packages/prepare.ts";
import type { Report } from "./progress.ts";
import { pythonVersions, type PythonVersion } from "./python-version.ts";
import { addsSecurityFinding, isIncomplete } from "./repair/compare.ts";
import { countOf, sumOf } from "./findings/counts.ts";
import type { StaticFindings } from "./findings/static-findings.ts";
import { sourceOf } from "./project-source.ts";
import { startWithin } from "./start-within.ts";
import { suggestionsOf } from "./suggestions.ts";
import { copyOf } from "./translated-copy.ts";
import { checkFixed, endingsOf } from "./endings.ts";
import { fixesIn, toVerdict, unfinishedIn, type FileOutcome } from "./to-verdict.ts";
import type { OutputFile, Verdict } from "./verdict.ts";
import type { Workers } from "./tasks/workers.ts";
import type { UsageCounts } from "./usage-counts.ts";
import type { WantedFixes } from "./wanted-fixes.ts";

/** Judges Python. Knows no protocols, money or chains. */
export type Engine = Readonly<{
  /** The modes this engine has at all. */
  modes: readonly Mode[];
  /** The versions of Python that it checks for, and that it has boxes to run. */
  python: PythonChoice;
  /** Whether a job of this mode could be worked on right now. */
  isReady(mode: Mode): boolean;
  /** Whether nothing would have to be found or installed for this job. */
  hasPackagesReady(job: Job): boolean;
  /** Rejects when the signal is aborted or no box could be had: a tool that fails is told in the verdict. */
  judge(job: OwnJob, signal: AbortSignal, standing?: Standing, report?: Report): Promise<Judgement>;
  /** The processor time used so far for what this signal stands for. */
  usedMs(call: AbortSignal): number;
  /** How its tools are, for those who watch it. */
  status(): EngineStatus;
}>;

/** A job of somebody who may say what is fixed in their files; unset: whatever the repairs know. */
type OwnJob = Job & Readonly<{ wanted?: WantedFixes | undefined }>;

export type PythonChoice = Readonly<{ checks: readonly PythonVersion[]; runs: readonly PythonVersion[] }>;

export type Standing = Readonly<{
  /** Whether others go first where processors are scarce. */
  isBehind: boolean;
  /** Lets others go while the call only waits for somebody else. */
  standAside?: StandAside;
}>;

export type EngineStatus = Readonly<{
  types: "ok" | "down";
  /** Type checkers that stand ready or are at work. */
  typeCheckers: number;
  sandbox: ReturnType<Sandbox["state"]> | "off";
  /** Why the sandbox is down and what to do, where that is known. */
  sandboxTrouble: string | undefined;
  boxes: ReturnType<Sandbox["numbers"]> | null;
  /** What programs may import beside the standard library, as `name==version`. */
  packages: readonly string[];
  /** The sets of packages that stand ready, or will; none where none is installed for single jobs. */
  packageSets: readonly PackageSetStatus[];
  /** What is installed for single jobs; null where nothing is. */
  installed: ReturnType<Packages["numbers"]> | null;
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
  /** Told of each verdict. */
  countUsage?: UsageCounts | undefined;
  /** Without it, code is never run. */
  execution?: Execution | undefined;
  /** Without it, a job has no packages of its own. */
  installing?: Installing | undefined;
}>;

/** A job that is to be run, and what is known of it by then. */
type Running = Readonly<{
  job: Job;
  project: Project;
  check: ProjectCheck;
  submitted: FoundIn;
  repaired: RepairedFiles;
  layers: Layers | undefined;
  standAside: StandAside | undefined;
  report: Report | undefined;
}>;

const maxCandidates = 2900;
const maxWarmMs = 60_000;

/** Resolves when the tools are warm. */
export async function createEngine(tools: Tools): Promise<Engine> {
  const { workers, types, execution, installing, clock, troubles, priorities, service, countUsage } = tools;
  const { ruff } = await startWithin("The analysers", maxWarmMs, async (signal) =>
    workers.inspect({ text: "pass\n" }, signal),
  );
  const versions = { ruff, mypy: types.versions.mypy, python: types.versions.python };

  async function judge(
    job: OwnJob,
    signal: AbortSignal,
    standing?: Standing,
    report?: Report,
  ): Promise<Judgement> {
    if (standing?.isBehind) priorities.putBehind(signal);
    const startedAt = clock.monotonic();
    using prepared = await preparePackages({ installing, types, clock }, job, { signal, standing, report });
    const project = { ...readProject(job), layer: prepared?.typed };
    const check = openProjectCheck(tools, project, signal);
    const submitted = await check(project.texts);
    // The findings of many files have just been read; others are answered before they are put together.
    if (submitted.size > 1) await afterOthers();
    report?.({ what: "files checked", done: submitted.size, of: submitted.size });
    const tried = new Set<string>();
    const onTried = (repair: string): void => void tried.add(repair);
    const usedMs = (): number => priorities.usedMs(signal);
    const { files: repaired, isCutShort } =
      job.mode === "static"
        ? { files: untouched(project.texts, submitted), isCutShort: false }
        : await improve(
            tools,
            { ...project, options: job.options, wanted: job.wanted, check, report, onTried, usedMs },
            submitted,
            signal,
          );
    const executed =
      job.mode === "execute"
        ? await run(
            {
              job,
              project,
              check,
              submitted,
              repaired,
              layers: prepared?.layers,
              standAside: standing?.standAside,
              report,
            },
            signal,
          )
        : notExecuted;
    const endings = endingsOf(project, repaired, executed);
    const ending = endings.get(project.main)!;
    const { isBroken } = repaired.get(project.main)!.findings;
    const [copy, fixedFindings] = await Promise.all([
      copyOf(workers, { name: job.options.transpile_to, ...ending, isBroken }, signal),
      checkFixed(check, endings),
    ]);
    const files = Array.from(endings, ([path, itsEnding]) => ({
      path,
      submitted: submitted.get(path)!,
      repaired: repaired.get(path)!,
      ending: itsEnding,
      fixedFindings: fixedFindings?.get(path),
    })) as [FileOutcome, ...FileOutcome[]];
    const { name, version } = service;
    const isStrict = job.options.strict;
    const asked = similarTo(prepared?.requirements ?? []);
    const outcome = { files, isNamed: project.isNamed, executed, copy, asked, isStrict, isCutShort };
    const incomplete = unfinishedIn(outcome);
    const fixes = fixesIn(outcome);
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
      ...(prepared && { packages: prepared.report }),
      ...(fixes.length > 0 && { fixes }),
    };
    const suggestions = job.mode === "execute" ? { suggestions: suggestionsOf(project, executed) } : {};
    const verdict = { ...toVerdict(outcome), ...suggestions, meta };
    countUsage?.(verdict, tried);
    return { verdict, isComplete: incomplete.length === 0 };
  }

  async function run(running: Running, signal: AbortSignal): Promise<Executed> {
    const { job, project, submitted, repaired } = running;
    // What Python would refuse has nothing to run.
    if (execution === undefined || repaired.get(project.main)!.findings.isBroken) return notExecuted;
    const source = sourceOf(project, repaired);
    const asSubmitted = untouched(project.texts, submitted);
    const before = sourceOf(project, asSubmitted);
    const isChanged = [...asSubmitted].some(([path, { text }]) => text !== repaired.get(path)!.text);
    const task = {
      source: isChanged ? source : before,
      submitted: isChanged && !submitted.get(project.main)!.isBroken ? before : undefined,
      options: job.options,
    };
    return execute(executing(execution, running, signal), task, signal);
  }

  function executing(
    { proposers, ...others }: Execution,
    { project, check, submitted, repaired, layers, standAside, report }: Running,
    signal: AbortSignal,
  ): ExecuteTools {
    const { main } = project;
    const texts = new Map(Array.from(repaired, ([path, { text }]) => [path, text]));
    const known = project.isNamed ? [] : [submitted.get(main)!, repaired.get(main)!.findings];
    const findingsOf = async ({ file = main, text }: FileEdit): Promise<StaticFindings> =>
      known.find((findings) => findings.text === text) ??
      wholeSeenFrom(file, await check(withText(texts, file, text)));
    return {
      ...others,
      clock,
      report,
      layers,
      canAskForMore: installing !== undefined,
      standAside,
      namesOf: topLevelNames,
      recognize: async (files) => workers.recognize(files, signal).catch(() => files.map(unrecognized)),
      propose: async (source: string, facts: RunFacts) =>
        proposers.run({ source, facts, limit: maxCandidates }, signal).catch((error: unknown) => {
          if (!signal.aborted) troubles.note("candidates", error);
          return [];
        }),
      passesGate: async (edited, original, failing) => {
        const [old, now] = [await findingsOf({ ...edited, text: original }), await findingsOf(edited)];
        // What a tool has not looked at is not known to be no worse.
        if (isIncomplete(now)) return false;
        return countErrors(now) < countErrors(old) + failing && !addsSecurityFinding(old, now);
      },
    };
  }

  return {
    modes: execution ? ["static", "repair", "execute"] : ["static", "repair"],
    python: { checks: pythonVersions, runs: execution?.sandbox.pythons ?? [] },
    isReady: (mode) => types.isUp() && (mode !== "execute" || execution?.sandbox.state() === "ok"),
    hasPackagesReady: (job) => installing === undefined || arePackagesReady(installing, job),
    judge,
    usedMs: priorities.usedMs,
    status: () => ({
      types: types.isUp() ? "ok" : "down",
      typeCheckers: types.workers(),
      sandbox: execution?.sandbox.state() ?? "off",
      sandboxTrouble: execution?.sandbox.trouble(),
      boxes: execution?.sandbox.numbers() ?? null,
      packages: execution?.sandbox.packages() ?? [],
      packageSets: installing?.sets.status() ?? [],
      installed: installing?.packages.numbers() ?? null,
    }),
  };
}

/** Whose content no thread has looked at. */
function unrecognized(file: Omit<OutputFile, "media_type">): OutputFile {
  return { ...file, media_type: "application/octet-stream" };
}

/** Type errors aside: a rewrite is judged by examples that run it. */
function countErrors({ diagnostics, security, unlisted }: StaticFindings): number {
  const told = diagnostics.filter((diagnostic) => !isTypeError(diagnostic));
  return sumOf([countOf(told), countOf(security), unlisted]).error;
}
