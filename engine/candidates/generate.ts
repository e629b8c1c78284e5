import { readTree } from "../tree/tree.ts";
import { applySplices, minimise } from "../text/splices.ts";
import type { Candidate, RunFacts } from "./candidate.ts";
import { createContext } from "./context.ts";
import { families } from "./index.ts";
import { isExampleString } from "./editable-places.ts";

/** A long program run from end to end could be edited in more ways than are worth writing down. */
const maxProposals = 60_000;

/**
 * Every small edit that could make the program what was meant, the likeliest first: sorted by cost, in the order of the
 * text where costs are equal, unique by resulting text, each different from the source. Empty when there is no tree.
 */
export function generateCandidates(source: string, facts: RunFacts, limit: number): Candidate[] {
  const tree = readTree(source);
  if (tree === undefined) return [];
  const proposed = [...propose(createContext(tree, facts))].toSorted((a, b) => a.cost - b.cost);
  const candidates: Candidate[] = [];
  const seen = new Set([source]);
  for (const candidate of proposed) {
    if (candidates.length >= limit) break;
    const text = applySplices(source, candidate.splices);
    if (seen.has(text)) continue;
    seen.add(text);
    candidates.push(candidate);
  }
  return candidates;
}

function* propose(context: ReturnType<typeof createContext>): Generator<Candidate> {
  const keys = new Set<string>();
  const strings = context.tree.nodes.filter(isExampleString);
  for (const { name, base, propose: proposals } of families) {
    for (const { splices, detail, description } of proposals(context)) {
      const minimal = minimise(context.source, splices);
      if (minimal === undefined || minimal.length === 0) continue;
      if (
        minimal.some((splice) =>
          strings.some((string) => splice.start < string.end && splice.end > string.start),
        )
      )
        continue;
      const key = `${round(base + detail)} ${minimal.map(({ start, end, text }) => `${start}:${end}:${text}`).join("|")}`;
      if (keys.has(key)) continue;
      keys.add(key);
      yield { splices: minimal, family: name, cost: round(base + detail), description };
      if (keys.size >= maxProposals) return;
    }
  }
}

/** Sums of tenths compare as they read. */
const round = (cost: number): number => Math.round(cost * 1000) / 1000;
