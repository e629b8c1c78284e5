import type { Candidate } from "../candidates/candidate.ts";
import { claimText } from "./claim-text.ts";
import { inputsLike } from "./inputs.ts";
import type { Claim } from "./protocol.ts";
import { toPythonSplices } from "./python-splices.ts";
import { wasLate } from "./screening.ts";
import type { SearchBudget } from "./search-budget.ts";
import type { SearchProof } from "./search-task.ts";
import { callsIn } from "./session.ts";

/** An input on which the fix and another one that passes every example too do different things. */
export type Disagreement = Readonly<{ input: string; here: string; there: string }>;

/** An edit that passes every example and behaves differently from the fix: the cheapest of those that do it alike. */
export type OtherWay = Readonly<{ candidate: Candidate; differing: Disagreement }>;

export type Behaviours = Readonly<{
  /** In how many ways the fix and its cheapest rivals behave on inputs like the examples' own. */
  ways: number;
  others: readonly OtherWay[];
}>;

const maxInputs = 60;
/** Fixed, so that what is found does not depend on the machine. */
const limits = { lineBudget: 100_000, purse: 4_000_000 };
const maxRivals = 15;

/** Runs the fix and its rivals on inputs like the examples' own, and compares what they answer. */
export async function compareBehaviours(proof: SearchProof, budget: SearchBudget): Promise<Behaviours> {
  const { session, source, screens } = proof.task;
  const variants = [proof.winner, ...proof.rivals.slice(0, maxRivals)];
  const inputs = inputsLike(
    screens.flatMap(({ steps }) => callsIn(steps)),
    maxInputs,
  );
  if (variants.length === 1 || inputs.length === 0) return alike;
  const candidates = variants.map(toPythonSplices(source));
  const setUp = screens.flatMap(({ steps }) => steps.filter((step) => typeof step !== "string"));
  const ask = async (asked: readonly string[]): Promise<Behaviours | undefined> => {
    const steps = [...setUp, ...asked];
    const answers = await session.screen(source, { candidates, steps, ...limits, ...budget.guards() });
    budget.spend(answers.spent);
    if (wasLate(answers, candidates.length, limits.purse)) budget.cutShort();
    return answers.outcomes[0] ? compare(variants, asked, answers.outcomes) : undefined;
  };
  // Where the fix takes too long for them, large numbers are left out.
  return (await ask(inputs)) ?? (await ask(inputs.filter((input) => !/\d{2}/.test(input)))) ?? alike;
}

const alike: Behaviours = { ways: 1, others: [] };

function compare(
  variants: readonly Candidate[],
  inputs: readonly string[],
  outcomes: readonly (readonly Claim[] | null)[],
): Behaviours {
  const answers = inputs
    .map((input, at) => ({ input, given: outcomes.map((claims) => answerAt(claims, at)) }))
    .filter(({ given }) => !isOutOfDomain(given));
  const wayOf = (variant: number): string => answers.map(({ given }) => sameness(given[variant])).join("\n");
  const seen = new Set([wayOf(0)]);
  const others: OtherWay[] = [];
  for (const [variant, candidate] of variants.entries()) {
    // One that ran out of time has not shown how it behaves.
    if (outcomes[variant] === null || seen.has(wayOf(variant))) continue;
    seen.add(wayOf(variant));
    const differing = answers.find(({ given }) => sameness(given[0]) !== sameness(given[variant]));
    const [here, there] = [differing?.given[0], differing?.given[variant]];
    if (differing && here && there)
      others.push({
        candidate,
        differing: { input: differing.input, here: claimText(here), there: claimText(there) },
      });
  }
  return { ways: seen.size, others };
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
