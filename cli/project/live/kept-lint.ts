import { lintFiles, type LintAsked, type Linted, type OwnLintFinding } from "../lint/ruff.ts";
import type { Sources } from "../read-sources.ts";

/** Asks ruff again only of files that have changed, as long as the settings and the set of files stay what they are. */
export function openKeptLint() {
  let surroundings = "";
  let before: ReadonlyMap<string, Readonly<{ text: string; found: readonly OwnLintFinding[] }>> = new Map();
  let excluded: ReadonlySet<string> = new Set();
  return async (asked: LintAsked, sources: Sources["sources"]): Promise<Linted> => {
    const now = JSON.stringify([asked.stamp, asked.ruff, asked.python, asked.paths]);
    const isSame = now === surroundings;
    const changed = asked.paths.filter(
      (path) => !isSame || (!excluded.has(path) && before.get(path)?.text !== sources.get(path)!.text),
    );
    const linted: Linted =
      changed.length === 0
        ? { found: new Map(), excluded: new Set() }
        : await lintFiles({ ...asked, paths: changed });
    const found = new Map(
      asked.paths.map((path) => [path, linted.found.get(path) ?? before.get(path)?.found ?? []]),
    );
    before = new Map(
      asked.paths.map((path) => [path, { text: sources.get(path)!.text, found: found.get(path)! }]),
    );
    excluded = new Set([...(isSame ? excluded : []), ...linted.excluded]);
    surroundings = now;
    return { found, excluded };
  };
}
