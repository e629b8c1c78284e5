import type { RunFacts } from "../../../engine/candidates/candidate.ts";

type Known = Readonly<{
  live?: readonly number[];
  types?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  strings?: readonly string[];
  integers?: readonly number[];
}>;

/** Facts as a run would give them; the types of a variable are words. */
export function someFacts({ live, types = {}, strings = [], integers = [] }: Known = {}): RunFacts {
  return {
    liveLines: live && new Set(live),
    types: new Map(
      Object.entries(types).map(([name, variables]) => [
        name,
        new Map(Object.entries(variables).map(([variable, words]) => [variable, new Set(words.split(" "))])),
      ]),
    ),
    exampleStrings: strings,
    exampleIntegers: integers,
  };
}
