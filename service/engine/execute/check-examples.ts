import type { Diagnostic } from "../verdict.ts";
import { toMismatches } from "./mismatches.ts";
import type { Plan } from "./protocol.ts";
import type { Session } from "./session.ts";

/** Which examples hold for a text. */
export type ExampleCheck = Readonly<{
  plan: Plan;
  mismatches: readonly Diagnostic[];
  /** The examples that do not hold, by index. */
  failing: readonly number[];
  /** Whether an edit of the text could make all of them hold: not when one of them cannot even run. */
  isSearchable: boolean;
}>;

const nothingPlanned: Plan = { type: "plan", examples: [], steps: [], judgement: {} };
/** What the examples may use of the caller's budget, so that an endless one leaves time to look for a fix. */
const shareOfBudget = 0.2;

export async function checkExamples(
  session: Session,
  code: string,
  examples: string | null,
): Promise<ExampleCheck> {
  const hasAny = code.includes(">>>") || (examples ?? "").trim() !== "";
  const plan = hasAny ? await session.plan(code, examples) : nothingPlanned;
  if (plan.examples.length === 0) return { plan, mismatches: [], failing: [], isSearchable: false };
  const wall_ms = Math.round(session.budgetMs * shareOfBudget);
  const [result] = await session.run(code, [{ id: "examples", mode: "fork", steps: plan.steps, wall_ms }]);
  const judged =
    (await session.judge(plan.judgement, new Map([["examples", result?.claims ?? []]]))).get("examples") ??
    [];
  const endedHow = result?.timed_out
    ? `the program had not answered after ${wall_ms / 1000} seconds`
    : undefined;
  const held = new Set(judged.filter((one) => one.held).map(({ index }) => index));
  const failed = plan.examples.filter(({ index }) => !held.has(index));
  return {
    plan,
    mismatches: toMismatches(plan.examples, judged, endedHow),
    failing: failed.map(({ index }) => index),
    isSearchable:
      failed.length > 0 && failed.every(({ kind, problem }) => kind !== "unreadable" && problem === null),
  };
}
