import { claimText } from "./claim-text.ts";
import { perturb } from "./perturb.ts";
import { allSteps, type Plan } from "./plan.ts";
import type { Claim } from "./protocol.ts";
import { toPythonSplices } from "./python-splices.ts";
import type { SearchProof } from "./search.ts";
import type { BoxSession } from "./session.ts";

/** An input on which the fix and another one that passes every example too do different things. */
export type Disagreement = Readonly<{ input: string; here: string; there: string }>;

export type Behaviours = Readonly<{
  /** In how many ways the fix and its two cheapest rivals behave on inputs near the examples' own. */
  distinct: number;
  disagreement: Disagreement | undefined;
}>;

const maxInputs = 24;
const inputsAnExample = 6;
const lineBudget = 20_000;
const maxMs = 500;
const maxCompared = 3;

/** Runs the fix and its rivals on inputs near the examples' own, and compares what they answer. */
export async function compareBehaviours(
  session: BoxSession,
  { source, plan, proof }: { source: string; plan: Plan; proof: SearchProof },
): Promise<Behaviours> {
  const variants = [proof.winner, ...proof.rivals];
  const inputs = nearbyInputs(plan);
  if (variants.length === 1 || inputs.length === 0) return { distinct: 1, disagreement: undefined };
  const setUp = allSteps(plan).filter((step) => "exec" in step);
  const steps = [...setUp, ...inputs.map((input, claim) => ({ claim, source: input, example: 0 }))];
  const candidates = variants.map(toPythonSplices(source));
  const totalMs = Math.min(maxMs, session.leftMs());
  const outcomes = await session.screen(source, { candidates, steps, lineBudget, totalMs });
  return compare(inputs, outcomes);
}

function nearbyInputs(plan: Plan): string[] {
  const written = allSteps(plan).flatMap((step) => ("claim" in step ? [step.source] : []));
  const near = written.flatMap((source) => perturb(source, inputsAnExample));
  return [...new Set(near)].slice(0, maxInputs);
}

function compare(inputs: readonly string[], outcomes: readonly (readonly Claim[] | null)[]): Behaviours {
  const answers = inputs.map((input, at) => ({
    input,
    given: outcomes.map((claims) => answerAt(claims, at)),
  }));
  const inDomain = answers.filter(({ given }) => !isOutOfDomain(given));
  const ways = outcomes
    .slice(0, maxCompared)
    .map((_, variant) => inDomain.map(({ given }) => sameness(given[variant])).join("\n"));
  const [disagreement] = inDomain.flatMap(({ input, given: [here, ...others] }) => {
    const there = others.find((other) => other !== undefined && sameness(other) !== sameness(here));
    return here && there ? [{ input, here: claimText(here), there: claimText(there) }] : [];
  });
  return { distinct: new Set(ways).size, disagreement };
}

function answerAt(claims: readonly Claim[] | null, at: number): Claim | undefined {
  return claims?.find(([index]) => index === at);
}

/** Where most of them raise, the input is outside what the program is for. */
function isOutOfDomain(answers: readonly (Claim | undefined)[]): boolean {
  const raised = answers.filter((answer) => answer === undefined || answer[1] === "raised").length;
  return raised * 2 > answers.length;
}

function sameness(claim: Claim | undefined): string {
  return JSON.stringify(claim?.slice(1) ?? null);
}
