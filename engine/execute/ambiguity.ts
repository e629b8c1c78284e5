import { claimText } from "./claim-text.ts";
import { inputsLike } from "./inputs.ts";
import type { Claim } from "./protocol.ts";
import { toPythonSplices } from "./python-splices.ts";
import type { SearchProof } from "./search-task.ts";
import { callsIn } from "./session.ts";

/** An input on which the fix and another one that passes every example too do different things. */
export type Disagreement = Readonly<{ input: string; here: string; there: string }>;

export type Behaviours = Readonly<{
  /** In how many ways the fix and its cheapest rivals behave on inputs like the examples' own. */
  distinct: number;
  /** In how many the cheapest three do. */
  distinctCheapest: number;
  disagreement: Disagreement | undefined;
}>;

const maxInputs = 60;
/** Fixed, so that what is found does not depend on the machine; the times are for programs that wait. */
const limits = { lineBudget: 100_000, purse: 4_000_000, cpuMs: 4000 };
const maxMs = 6000;
const maxRivals = 15;
const cheapest = 3;

/** Runs the fix and its rivals on inputs like the examples' own, and compares what they answer. */
export async function compareBehaviours(proof: SearchProof): Promise<Behaviours> {
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
    const totalMs = Math.max(1, Math.min(maxMs, session.leftMs()));
    const { outcomes } = await session.screen(source, { candidates, steps, ...limits, totalMs });
    return outcomes[0] ? compare(asked, outcomes) : undefined;
  };
  // Where the fix takes too long for them, large numbers are left out.
  return (await ask(inputs)) ?? (await ask(inputs.filter((input) => !/\d{2}/.test(input)))) ?? alike;
}

const alike: Behaviours = { distinct: 1, distinctCheapest: 1, disagreement: undefined };

function compare(inputs: readonly string[], outcomes: readonly (readonly Claim[] | null)[]): Behaviours {
  const answers = inputs.map((input, at) => ({
    input,
    given: outcomes.map((claims) => answerAt(claims, at)),
  }));
  const inDomain = answers.filter(({ given }) => !isOutOfDomain(given));
  // One that ran out of time has not shown how it behaves.
  const ways = outcomes.flatMap((claims, variant) =>
    claims === null ? [] : [inDomain.map(({ given }) => sameness(given[variant])).join("\n")],
  );
  const [disagreement] = inDomain.flatMap(({ input, given: [here, ...others] }) => {
    const there = others.find((other) => other !== undefined && sameness(other) !== sameness(here));
    return here && there ? [{ input, here: claimText(here), there: claimText(there) }] : [];
  });
  const distinctCheapest = new Set(ways.slice(0, cheapest)).size;
  return { distinct: new Set(ways).size, distinctCheapest, disagreement };
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
