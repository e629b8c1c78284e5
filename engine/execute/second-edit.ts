import type { Candidate } from "../candidates/candidate.ts";
import { applySplices, minimise } from "../text/splices.ts";
import { observe } from "./observe.ts";
import { toPythonSplices } from "./python-splices.ts";
import { screen, type PartialFix, type ScreenLimits } from "./screening.ts";
import type { SearchTask } from "./search-task.ts";

type Proposing = (
  source: string,
  facts: Awaited<ReturnType<typeof observe>>,
) => Promise<readonly Candidate[]>;

/** Beam width: first edits kept, and how many second ones are tried on each. */
const maxFirst = 12;
const maxSecond = 300;
/** Of first edits that leave the same examples failing, so many are kept: they are likely alternatives to each other. */
const maxAlike = 4;
/** Two edits that are both far-fetched pass by luck. */
const maxCost = 1.3;

/**
 * Pairs of edits that make every example hold: the first makes some of the failing ones hold and breaks none, the second
 * the others, so that the examples ask for both. Each pair as one edit of the source.
 */
export async function* secondEdits(
  propose: Proposing,
  task: SearchTask,
  partial: readonly PartialFix[],
  limits: ScreenLimits,
): AsyncGenerator<Candidate[]> {
  const likeliest = partial
    .filter(({ candidate }) => candidate.cost <= maxCost && !changesLines(candidate))
    .toSorted((a, b) => a.failing.length - b.failing.length || a.candidate.cost - b.candidate.cost);
  for (const { candidate: first, failing } of different(likeliest).slice(0, maxFirst)) {
    if (limits.budget.isOver()) return limits.budget.cutShort();
    const screens = task.screens.map((each) => ({ ...each, failing }));
    const edited: SearchTask = { ...task, source: applySplices(task.source, first.splices), screens };
    const proposed = await propose(edited.source, await observe(edited));
    const cheap = proposed.filter(({ cost }) => cost <= maxCost).slice(0, maxSecond);
    const splicesOf = toPythonSplices(edited.source);
    const { passing, untried } = await screen(edited, cheap, { splicesOf, ...limits });
    limits.budget.count(cheap.length - untried.length);
    yield passing.map((second) => joined(task.source, edited.source, first, second));
  }
}

function different(partial: readonly PartialFix[]): PartialFix[] {
  const alike = new Map<string, number>();
  return partial.filter(({ failing }) => {
    const count = (alike.get(failing.join()) ?? 0) + 1;
    alike.set(failing.join(), count);
    return count <= maxAlike;
  });
}

/** What is said of the second edit would be about other lines. */
function changesLines({ splices, description }: Candidate): boolean {
  return splices.some(({ text }) => /[\r\n]/.test(text)) || description.endsWith("was dropped");
}

function joined(source: string, edited: string, first: Candidate, second: Candidate): Candidate {
  const text = applySplices(edited, second.splices);
  return {
    splices: minimise(source, [{ start: 0, end: source.length, text }]) ?? [],
    family: "pair",
    cost: first.cost + second.cost,
    description: `${first.description}; ${second.description}`,
  };
}
