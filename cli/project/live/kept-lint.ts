import {
  lintFiles,
  type LintAsked,
  type Linted,
  type OwnLintFinding,
  type UnusedNoqa,
} from "../lint/ruff.ts";
import type { Sources } from "../read-sources.ts";

type Kept = Readonly<{
  text: string;
  found: readonly OwnLintFinding[];
  unused: readonly UnusedNoqa[] | undefined;
}>;

/** Asks ruff again only of files that have changed, as long as the settings and the set of files stay what they are. */
export function openKeptLint() {
  let surroundings = "";
  let before: ReadonlyMap<string, Kept> = new Map();
  let excluded: ReadonlySet<string> = new Set();
  return async (asked: LintAsked, sources: Sources["sources"]): Promise<Linted> => {
    const now = JSON.stringify([asked.stamp, asked.ruff, asked.python, asked.asked, asked.paths]);
    const isSame = now === surroundings;
    const changed = new Set(
      asked.paths.filter(
        (path) => !isSame || (!excluded.has(path) && before.get(path)?.text !== sources.get(path)!.text),
      ),
    );
    const commented = asked.commented.filter((path) => changed.has(path));
    const linted: Linted =
      changed.size === 0
        ? { found: new Map(), unused: new Map(), excluded: new Set() }
        : await lintFiles({ ...asked, paths: [...changed], commented });
    const known = new Map(
      asked.paths.map((path): [string, Kept] => {
        const { text } = sources.get(path)!;
        const old = before.get(path);
        if (!changed.has(path)) return [path, { text, found: old?.found ?? [], unused: old?.unused }];
        return [path, { text, found: linted.found.get(path) ?? [], unused: linted.unused.get(path) }];
      }),
    );
    before = known;
    excluded = new Set([...(isSame ? excluded : []), ...linted.excluded]);
    surroundings = now;
    return {
      found: new Map(Array.from(known, ([path, { found }]) => [path, found])),
      unused: new Map(Array.from(known).flatMap(([path, { unused }]) => (unused ? [[path, unused]] : []))),
      excluded,
    };
  };
}
