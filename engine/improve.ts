import type { Clock } from "../platform/clock.ts";
import type { Troubles } from "../platform/troubles.ts";
import type { Types } from "./workers/type-checker/types.ts";
import type { Job } from "./job.ts";
import type { Report } from "./progress.ts";
import { withText, type FileTexts } from "./project.ts";
import { wholeSeenFrom, type ProjectCheck } from "./project-check.ts";
import type { FoundIn } from "./tasks/join-findings.ts";
import { openRepairBudget } from "./repair/budget.ts";
import { addsNoFinding } from "./repair/compare.ts";
import type { Judge } from "./repair/gate.ts";
import { repair, rewritten, untouchedText, type Repaired } from "./repair/rounds.ts";
import type { StaticFindings } from "./findings/static-findings.ts";
import { withoutMark } from "./static-check.ts";
import type { NamedRewrite, Rewrite } from "./text/rewrite.ts";
import type { Workers } from "./tasks/workers.ts";
import type { WantedFixes } from "./wanted-fixes.ts";

export type ImproveTools = Readonly<{ workers: Workers; types: Types; clock: Clock; troubles: Troubles }>;

/** The files of a job after their repair. */
export type RepairedFiles = ReadonlyMap<string, Repaired>;

/** What came of the repair, and whether its budget ended before everything was tried. */
export type Improved = Readonly<{ files: RepairedFiles; isCutShort: boolean }>;

/** What was fixed in one file may show what can be fixed in another. */
const visitsOfSeveral = 2;

/** The submitted texts as they are: what mode static looks at. */
export function untouched(texts: FileTexts, findings: FoundIn): RepairedFiles {
  return mapValues(texts, (code, path) => untouchedText(withoutMark(code), findings.get(path)!));
}

type Improving = Readonly<{
  texts: FileTexts;
  /** Whether the caller told where the files are. */
  isNamed: boolean;
  options: Job["options"];
  check: ProjectCheck;
  wanted?: WantedFixes | undefined;
  report?: Report | undefined;
  /** Told of each repair that proposes something. */
  onTried?: (repair: string) => void;
  /** What the job has used of the processor so far. */
  usedMs?: () => number;
}>;

/**
 * Fixes what can be fixed without running the code and, where `optimize` is set, removes dead code. Each file is
 * changed by itself; whether a change is kept is decided by what is found in all of them.
 */
export async function improve(
  tools: ImproveTools,
  { texts: codes, isNamed, options, check, wanted, report, onTried, usedMs = () => 0 }: Improving,
  submitted: FoundIn,
  signal: AbortSignal,
): Promise<Improved> {
  const budget = openRepairBudget({ files: codes.size, clock: tools.clock, usedMs });
  let texts: FileTexts = mapValues(codes, withoutMark);
  let findings = [...texts].every(([path, text]) => text === codes.get(path))
    ? submitted
    : await check(texts);
  const files = new Map(untouched(texts, findings));

  async function change(
    path: string,
    by: (start: Repaired, judge: Judge) => Promise<Repaired>,
  ): Promise<void> {
    const start = { ...files.get(path)!, findings: wholeSeenFrom(path, findings) };
    const judge: Judge = async (text) => {
      const edited = withText(texts, path, text);
      return budget.take(lengthOf(edited)) ? wholeSeenFrom(path, await check(edited)) : unjudged(text);
    };
    const changed = await by(start, judge);
    signal.throwIfAborted();
    files.set(path, changed);
    if (changed.text === start.text) return;
    texts = withText(texts, path, changed.text);
    findings = files.size === 1 ? new Map([[path, changed.findings]]) : await check(texts);
  }

  let rounds = 0;
  const repairing = (path: string) => ({
    // A text that takes a worker down is left as it is; the workers have noted it.
    propose: async (proposing: Parameters<Workers["propose"]>[0]) => {
      const asked = {
        ...proposing,
        path: isNamed ? path : undefined,
        fixes: options.fixes,
        python: options.python,
      };
      const proposed = await tools.workers.propose(asked, signal).catch(() => []);
      for (const { repair: id } of proposed) onTried?.(id);
      return proposed;
    },
    isWanted: (rule: string, line: number | null) => wanted?.has(path, rule, line) ?? true,
    onRound: (): void => report?.({ what: "rounds of repair", done: (rounds += 1) }),
  });
  for (let visit = 1; visit <= (files.size === 1 ? 1 : visitsOfSeveral); visit += 1) {
    const before = texts;
    // The main file last: it usually imports the others.
    for (const path of [...files.keys()].toReversed())
      if (files.size === 1 || hasFindings(findings.get(path)!))
        await change(path, async (start, judge) =>
          repair({ judge, ...repairing(path) }, start, options.max_iterations),
        );
    if (texts === before) break;
  }
  for (const path of files.keys())
    if (options.optimize && !files.get(path)!.findings.isBroken)
      await change(path, async (start, judge) => optimize(tools, start, judge, signal));
  return {
    files: mapValues(files, (repaired, path) => ({ ...repaired, findings: findings.get(path)! })),
    isCutShort: budget.isCutShort(),
  };
}

function lengthOf(texts: FileTexts): number {
  let length = 0;
  for (const text of texts.values()) length += text.length;
  return length;
}

function hasFindings({ diagnostics, security }: StaticFindings): boolean {
  return diagnostics.length > 0 || security.length > 0;
}

function mapValues<From, To>(
  values: ReadonlyMap<string, From>,
  to: (value: From, key: string) => To,
): ReadonlyMap<string, To> {
  return new Map(Array.from(values, ([key, value]) => [key, to(value, key)]));
}

/** A check that was not made proves nothing, as one that a tool could not finish. */
function unjudged(text: string): StaticFindings {
  const message = "The budget of the repair was used up.";
  const diagnostic = {
    severity: "error",
    rule: "repair:incomplete",
    message,
    line: null,
    column: null,
  } as const;
  return { diagnostics: [diagnostic], security: [], isBroken: false, text };
}

function byOptimizer(edit: Rewrite): NamedRewrite {
  return { ...edit, kind: "preserving", repair: "optimize" };
}

async function optimize(
  { workers }: ImproveTools,
  start: Repaired,
  judge: Judge,
  signal: AbortSignal,
): Promise<Repaired> {
  const passes = await workers.optimize(start.text, signal).catch(() => []);
  signal.throwIfAborted();
  if (passes.length === 0) return start;
  const optimized = passes.reduce(
    (now, edits) => rewritten(now, edits.map(byOptimizer), now.findings),
    start,
  );
  const findings = await judge(optimized.text);
  return addsNoFinding(start.findings, findings) ? { ...optimized, findings } : start;
}
