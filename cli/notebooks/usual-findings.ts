import type { FileFinding } from "../finding.ts";
import { placeIn } from "./cell-findings.ts";
import { cellsIn } from "./markers.ts";

/** What every notebook does: imports anywhere, and `await` outside of functions. */
const usual: ReadonlySet<string> = new Set([
  "mypy:top-level-await",
  "ruff:E402",
  "ruff:F704",
  "ruff:PLE1142",
]);
/** A cell may define again what another one has defined. */
const definedAgain: ReadonlySet<string> = new Set(["mypy:no-redef", "ruff:F811"]);
/** The value of the last expression is shown below the cell. */
const useless: ReadonlySet<string> = new Set(["ruff:B018", "ruff:PLW0104"]);
const unknownName: ReadonlySet<string> = new Set(["mypy:name-defined", "ruff:F821"]);
const known = /^(?:display|get_ipython|In|Out|exit|quit|_{1,3}|_i{0,3}\d*|_dh|_oh)$/;
/** They may define anything. */
const defining = /^%(?:load|loadpy|pylab|run|store)\b/;

/** `%time a, b = f()`, `%time import re`, `%%capture output` */
const binding = /^[%!]*\w[\w\s,.*]*=(?!=)|\b(?:import|as|for|capture)\b.*/g;

function wordsIn(text: string): readonly string[] {
  return text.match(/\w+/g) ?? [];
}

/** What IPython alone understands stays as a comment. */
function magicIn(line: string): string | undefined {
  const comments = line.matchAll(/(?:^|\s)# /g);
  return Array.from(comments, ({ index, 0: mark }) => line.slice(index + mark.length)).find(
    (said) => /^[%!?]/.test(said) || said.endsWith("?"),
  );
}

/** Whether a finding in the text of a notebook counts. */
export function countsInNotebook(text: string): (finding: FileFinding) => boolean {
  const cells = cellsIn(text);
  const lines = text.split("\n");
  const magics = lines.flatMap((line) => magicIn(line) ?? []);
  const isAnyDefined = magics.some((magic) => defining.test(magic));

  const isLastOfCell = (line: number): boolean => {
    const cell = cells.findLast(({ start }) => start <= line);
    return lines
      .slice(line, cell && cell.start - 1 + cell.length)
      .every((each) => /^(?:#.*|\)*;?)$/.test(each.trim()));
  };
  const isInOtherCell = (message: string, cell: number): boolean => {
    const [, named, line] = /\b(?:cell (\d+), )?line (\d+)/.exec(message) ?? [];
    if (line === undefined) return false;
    return cell !== (named === undefined ? placeIn(cells, Number(line))?.cell : Number(named));
  };
  const definitions = Map.groupBy(
    lines.flatMap((line, at) => {
      const [, name] = /^(?:async +)?(?:class|def) +(\w+)/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, cell: placeIn(cells, at + 1)?.cell }];
    }),
    ({ name }) => name,
  );
  // Mypy takes the first definition for all of them.
  const redefined = new Set(
    [...definitions].flatMap(([name, all]) => (new Set(all.map(({ cell }) => cell)).size > 1 ? [name] : [])),
  );
  const used = new Set(magics.flatMap(wordsIn));
  const bound = new Set(
    magics.flatMap((magic) => Array.from(magic.matchAll(binding), ([words]) => words).flatMap(wordsIn)),
  );
  const isKnown = (name: string): boolean => known.test(name) || isAnyDefined || bound.has(name);

  return ({ rule, message, line, column }) => {
    if (usual.has(rule)) return false;
    if (line === null) return true;
    const place = placeIn(cells, line);
    if (!place) return false;
    if (definedAgain.has(rule)) return !isInOtherCell(message, place.cell);
    if (useless.has(rule)) return !isLastOfCell(line);
    if (unknownName.has(rule)) return !isKnown(/[`"](\w+)[`"]/.exec(message)?.[1] ?? "?");
    if (rule.startsWith("mypy:"))
      return !Array.from(message.matchAll(/"(\w+)"/g)).some(([, name]) => redefined.has(name!));
    if (rule !== "ruff:F401") return true;
    // The name that the import binds.
    const [name] = /^\w+/.exec(lines[line - 1]!.slice((column ?? 1) - 1)) ?? [];
    return name === undefined || !used.has(name);
  };
}
