import { joinAll, reference, type PossibleValues, type ScopeFrame } from "./value.ts";

/** Names of a module that stand for something of the library, with the ways to it: `run` for `os.system`. */
export type LentNames = Readonly<Record<string, readonly string[]>>;

/** What a module lends to those that import it. Its own functions and classes are judged where they stand. */
export function lentBy({ layers }: ScopeFrame): LentNames {
  const lent = Array.from(layers[0]!, ([name, values]): [string, string[]] => {
    const paths = values.flatMap((thing) => (thing.kind === "reference" ? [thing.path] : []));
    return [name, paths.filter((path) => /^(?!own\.|param:)[\w.]+$/.test(path))];
  });
  return Object.fromEntries(lent.filter(([, paths]) => paths.length > 0));
}

/** What other files lend, by the way that it is reached from here: `helper.run`. */
export function patchedBy(beside: LentNames): Map<string, PossibleValues> {
  return new Map(
    Object.entries(beside).map(([path, ways]) => [path, joinAll(ways.map((way) => reference(way)))]),
  );
}
