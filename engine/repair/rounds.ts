import { setImmediate as afterOthers } from "node:timers/promises";
import { applySplices } from "../text/splices.ts";
import type { StaticFindings } from "../findings/static-findings.ts";
import { addsNoFinding, isBetter, isIncomplete } from "./compare.ts";
import { keepWhatHelps, type Judge, type JudgedText } from "./gate.ts";
import { readPositions, type Positions } from "../text/positions.ts";
import { mapAfter, submittedLine, submittedLines, type LineMap } from "../text/line-map.ts";
import type { RepairQuestion } from "./propose.ts";
import type { AppliedFix } from "../verdict.ts";
import type { NamedRewrite } from "../text/rewrite.ts";
import { splicesOf } from "./side-by-side.ts";

export type RepairTools = Readonly<{
  /** Edits of a text, from a worker thread; none where it was lost. */
  propose(proposing: RepairQuestion): Promise<readonly NamedRewrite[]>;
  judge: Judge;
  /** Whether a finding at a line of the submitted text is to be fixed; unset: all are. */
  isWanted?(rule: string, line: number | null): boolean;
  /** Told when a round is over. */
  onRound?(): void;
}>;

/** A text after its repair. */
export type Repaired = JudgedText &
  Readonly<{
    /** What was done, in words, each with the line of the submitted text. */
    fixes: readonly AppliedFix[];
    lines: LineMap;
    /** What was found once the text parsed, where the submitted one did not. */
    onceParsed: Readonly<{ findings: StaticFindings; lines: LineMap }> | undefined;
  }>;

/** How often one kind of repair looks again at what it has changed, within a round. */
const maxPasses = 8;
/** How many texts the checkers look at in one pass. */
const maxChecks = 24;

/** How many edits that change nothing in number are looked at with what could follow them. */
const maxAhead = 3;

/** A text to which nothing has been done yet. */
export function untouchedText(text: string, findings: StaticFindings): Repaired {
  return { text, findings, fixes: [], lines: submittedLines, onceParsed: undefined };
}

/** Rewrites a text round by round, each edit only if the checkers then report fewer problems, until nothing changes. */
export async function repair(
  tools: RepairTools,
  start: JudgedText & Partial<Repaired>,
  maxRounds: number,
): Promise<Repaired> {
  let now: Repaired = { ...untouchedText(start.text, start.findings), ...start };
  if (isIncomplete(start.findings)) return now;
  for (let round = 1; round <= maxRounds; round += 1) {
    const before = now.text;
    if (now.findings.isBroken) now = await makeAcceptable(tools, now);
    if (now.findings.isBroken) return now;
    now = await untilStable(tools, now, "own");
    now = await untilStable(tools, now, "lint");
    tools.onRound?.();
    if (now.text === before) break;
  }
  return now;
}

/** Python refuses some texts that parse, as one with `await` outside a coroutine: those are no matter of syntax alone. */
async function makeAcceptable(tools: RepairTools, broken: Repaired): Promise<Repaired> {
  const parsing = await fixSyntax(tools, broken);
  const now = parsing.findings.isBroken ? await untilStable(tools, parsing, "own") : parsing;
  const { findings, lines } = now;
  return findings.isBroken ? broken : { ...now, onceParsed: { findings, lines } };
}

async function fixSyntax(tools: RepairTools, broken: Repaired): Promise<Repaired> {
  const steps = await ask(tools, broken, "syntax");
  if (steps.length === 0) return broken;
  let now = broken;
  for (const rewrite of steps) {
    now = rewritten(now, [rewrite], broken.findings);
    // Each of them takes a while for a long text.
    await afterOthers();
  }
  const findings = await tools.judge(now.text);
  return isBetter(broken.findings, findings) ? { ...now, findings } : broken;
}

async function untilStable(tools: RepairTools, start: Repaired, kind: "own" | "lint"): Promise<Repaired> {
  let now = start;
  for (let pass = 1; pass <= maxPasses; pass += 1) {
    const proposed = await ask(tools, now, kind);
    if (proposed.length === 0) break;
    const { rewrites, findings } = await keepWhatHelps(tools.judge, now, proposed, maxChecks);
    const next =
      rewrites.length > 0
        ? rewritten(now, rewrites, findings)
        : await oneStepAhead(tools, now, proposed, kind);
    if (next === undefined) break;
    now = next;
  }
  return now;
}

/** A problem may hide another: an edit after which as much is said is kept if it is followed by one that helps. */
async function oneStepAhead(
  tools: RepairTools,
  start: Repaired,
  proposed: readonly NamedRewrite[],
  kind: "own" | "lint",
): Promise<Repaired | undefined> {
  for (const rewrite of proposed.slice(0, maxAhead)) {
    const text = applySplices(start.text, rewrite.splices);
    const findings = await tools.judge(text);
    if (!addsNoFinding(start.findings, findings)) continue;
    const ahead = rewritten(start, [rewrite], findings);
    const then = await keepWhatHelps(tools.judge, ahead, await ask(tools, ahead, kind), maxAhead);
    if (then.rewrites.length > 0 && isBetter(start.findings, then.findings))
      return rewritten(ahead, then.rewrites, then.findings);
  }
  return undefined;
}

async function ask(
  tools: RepairTools,
  { text, findings, lines }: Repaired,
  kind: RepairQuestion["kind"],
): Promise<readonly NamedRewrite[]> {
  const isWanted = (rule: string, line: number | null): boolean =>
    tools.isWanted?.(rule, line === null ? null : submittedLine(lines, line)) ?? true;
  const proposed = await tools.propose({
    kind,
    text,
    diagnostics: findings.diagnostics.filter(({ rule, line }) => isWanted(rule, line)),
    security: findings.security.filter(({ tool, id, line }) => isWanted(`${tool}:${id}`, line)),
  });
  return proposed.filter(({ about = [] }) => about.every(({ rule, line }) => isWanted(rule, line)));
}

/** The text with rewrites that stand side by side. */
export function rewritten(
  now: Repaired,
  rewrites: readonly NamedRewrite[],
  findings: StaticFindings,
): Repaired {
  const splices = splicesOf(rewrites);
  const positions = readPositions(now.text);
  return {
    ...now,
    text: applySplices(now.text, splices),
    findings,
    fixes: [...now.fixes, ...describe(now, rewrites, positions)],
    lines: mapAfter(now.lines, now.text, splices, positions),
  };
}

function describe(
  { lines }: Repaired,
  rewrites: readonly NamedRewrite[],
  { lineOf }: Positions,
): AppliedFix[] {
  return inOrder(rewrites).map((rewrite) => ({
    text: `line ${submittedLine(lines, lineOf(placeOf(rewrite)))}: ${rewrite.description}`,
    kind: rewrite.kind,
    repair: rewrite.repair,
    ...(rewrite.isGuess && { guess: true }),
  }));
}

function inOrder(rewrites: readonly NamedRewrite[]): NamedRewrite[] {
  return rewrites.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function placeOf({ at, splices }: NamedRewrite): number {
  return at ?? splices[0]!.start;
}
