import type { Candidate } from "../candidates/candidate.ts";
import { claimText } from "./claim-text.ts";
import { perturb } from "./perturb.ts";
import type { Claim, Plan } from "./protocol.ts";
import { toPythonSplices } from "./python-splices.ts";
import type { Proof } from "./search.ts";
import type { Session } from "./session.ts";

/** An input on which the fix and another one that passes every example too do different things. */
export type Disagreement = Readonly<{ input: string; here: string; there: string; groups: number }>;

const mostInputs = 24;
const inputsAnExample = 6;
const lineBudget = 20_000;
const longestMs = 500;

/** Runs the fix and its rivals on inputs near the examples' own, and compares what they answer. */
export async function findDisagreement(
  session: Session,
  { source, plan, proof }: { source: string; plan: Plan; proof: Proof },
): Promise<Disagreement | undefined> {
  const { winner, rivals } = proof;
  const inputs = nearbyInputs(plan);
  if (rivals.length === 0 || inputs.length === 0 || session.leftMs() < 50) return undefined;
  const variants = [winner, ...rivals];
  const setUp = plan.steps.filter((step) => "exec" in step);
  const steps = [...setUp, ...inputs.map((input, claim) => ({ claim, source: input, example: 0 }))];
  const candidates = variants.map(toPythonSplices(source));
  const totalMs = Math.min(longestMs, session.leftMs());
  const outcomes = await session.screen(source, { candidates, steps, lineBudget, totalMs });
  return compare(inputs, variants, outcomes);
}

function nearbyInputs({ steps }: Plan): string[] {
  const written = steps.flatMap((step) => ("claim" in step ? [step.source] : []));
  const near = written.flatMap((source) => perturb(source, inputsAnExample));
  return [...new Set(near)].slice(0, mostInputs);
}

function compare(
  inputs: readonly string[],
  variants: readonly Candidate[],
  outcomes: readonly (readonly Claim[] | null)[],
): Disagreement | undefined {
  for (const [at, input] of inputs.entries()) {
    const [here, ...others] = variants.map((_, variant) => answerAt(outcomes[variant] ?? null, at));
    if (here === undefined || isOutOfDomain([here, ...others])) continue;
    const there = others.find((other) => other !== undefined && sameness(other) !== sameness(here));
    const groups = new Set([here, ...others].map((answer) => answer && sameness(answer))).size;
    if (there) return { input, here: claimText(here), there: claimText(there), groups };
  }
  return undefined;
}

function answerAt(claims: readonly Claim[] | null, at: number): Claim | undefined {
  return claims?.find(([index]) => index === at);
}

/** Where most of them raise, the input is outside what the program is for. */
function isOutOfDomain(answers: readonly (Claim | undefined)[]): boolean {
  const raised = answers.filter((answer) => answer === undefined || answer[1] === "raised").length;
  return raised * 2 > answers.length;
}

function sameness(claim: Claim): string {
  return JSON.stringify(claim.slice(1));
}
