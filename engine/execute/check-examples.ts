import type { Diagnostic } from "../verdict.ts";
import { toMismatches } from "./mismatches.ts";
import { inTurn, joinVerdicts, makePlan, runOf, type Plan } from "./plan.ts";
import type { JudgedExample, AuthorExamples } from "./protocol.ts";
import type { BoxSession } from "./session.ts";

/** Which examples hold for a text. */
export type ExampleCheck = Readonly<{
  plan: Plan;
  mismatches: readonly Diagnostic[];
  /** The examples that do not hold, by index. */
  failing: readonly number[];
  /** Whether an edit of the text could make all of them hold: not when one of them cannot even run. */
  isSearchable: boolean;
}>;

/** What the examples may use of the caller's budget, so that an endless one leaves time to look for a fix. */
const shareOfBudget = 0.2;
/** Those in the code, where the caller has brought others. */
const shareOfOthers = 0.1;

export async function checkExamples(
  session: BoxSession,
  code: string,
  examples: string | null,
  share = shareOfBudget,
): Promise<ExampleCheck> {
  const plan = await makePlan(session, code, examples);
  if (plan.examples.length === 0) return { plan, mismatches: [], failing: [], isSearchable: false };
  const { judged, lateMs } = await checkParts(session, code, inTurn(plan), share);
  const held = new Set(joinVerdicts(plan, judged).flatMap((one) => (one.held ? [one.index] : [])));
  const failed = plan.examples.filter(({ index }) => !held.has(index));
  return {
    plan,
    mismatches: plan.parts.flatMap((part) =>
      toMismatches(part.examples, judged.get(part) ?? [], toReason(lateMs.get(part))),
    ),
    failing: failed.map(({ index }) => index),
    isSearchable:
      failed.length > 0 && failed.every(({ kind, problem }) => kind !== "unreadable" && problem === null),
  };
}

/** The verdicts on each part, and the time of those whose program had to be stopped. */
type Checked = Readonly<{
  judged: Map<AuthorExamples, JudgedExample[]>;
  lateMs: Map<AuthorExamples, number>;
}>;

async function checkParts(
  session: BoxSession,
  code: string,
  parts: readonly AuthorExamples[],
  shareOfFirst: number,
): Promise<Checked> {
  const runs = parts.map((part, turn) => {
    const share = turn === 0 ? shareOfFirst : shareOfOthers;
    return runOf(part, { id: part.author, wall_ms: Math.round(session.budgetMs * share) });
  });
  const results = await session.run(code, runs);
  const judged = new Map<AuthorExamples, JudgedExample[]>();
  const lateMs = new Map<AuthorExamples, number>();
  // The judge that may run what the code's author wrote is over before the other one is told what the caller expects.
  for (const [turn, part] of [...parts.entries()].toReversed()) {
    const { claims = [], timed_out: isLate } = results[turn]!;
    judged.set(part, (await session.judge(part, [claims]))[0]!);
    if (isLate) lateMs.set(part, runs[turn]!.wall_ms);
  }
  return { judged, lateMs };
}

function toReason(lateMs: number | undefined): string | undefined {
  return lateMs === undefined ? undefined : `the program had not answered after ${lateMs / 1000} seconds`;
}
