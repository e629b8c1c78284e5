import { joinAll, reference, type PossibleValues, type ScopeFrame } from "./value.ts";

/** Names of a module that stand for something of the library, with the ways to it: `run` for `os.system`. */
export type ExportedReferences = Readonly<Record<string, readonly string[]>>;

/** What those who import a module get of the library through it. Its own functions and classes are judged where they stand. */
export function exportsOf({ layers }: ScopeFrame): ExportedReferences {
  const exported = Array.from(layers[0]!, ([name, values]): [string, string[]] => {
    const paths = values.flatMap((thing) => (thing.kind === "reference" ? [thing.path] : []));
    return [name, paths.filter((path) => /^(?!own\.|param:)[\w.]+$/.test(path))];
  });
  return Object.fromEntries(exported.filter(([, paths]) => paths.length > 0));
}

/** What other files export, by the way that it is reached from here: `helper.run`. */
export function patchedBy(siblings: ExportedReferences): Map<string, PossibleValues> {
  return new Map(
    Object.entries(siblings).map(([path, ways]) => [path, joinAll(ways.map((way) => reference(way)))]),
  );
}
