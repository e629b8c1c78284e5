import { joinCells, type PythonCell } from "./join-cells.ts";
import { marker, namesMarker } from "./markers.ts";
import { encodeLike } from "./encode-source.ts";
import type { Notebook } from "./read-notebook.ts";

/** What is wrong with a text that cannot be put back into the cells it comes from. */
export type Unwritable = Readonly<{ problem: string }>;

/** The notebook with another text of its cells; of the JSON only the source of changed cells is another. */
export function writeCells(
  { json }: Notebook,
  cells: readonly PythonCell[],
  text: string,
): string | Unwritable {
  if (text === joinCells(cells)) return json;
  const sources = splitCells(cells, text);
  if ("problem" in sources) return sources;
  let written = json;
  for (const [at, { place, newline, lines }] of [...cells.entries()].toReversed()) {
    const source = sources[at]!;
    if (source.join("\n") === lines.join("\n")) continue;
    const { start, end } = place;
    written = written.slice(0, start) + encodeLike(json, place, source.join(newline)) + written.slice(end);
  }
  return written;
}

/** The lines of each cell, with its magics as they were. */
function splitCells(cells: readonly PythonCell[], text: string): readonly (readonly string[])[] | Unwritable {
  const [before, after] = [split(joinCells(cells)), split(text)];
  if (before.marks.join("\n") !== after.marks.join("\n"))
    return { problem: "the fix moves code from one cell to another" };
  const sections = after.sections.entries().filter(([at]) => after.marks[at] !== namesMarker);
  const changed = [...sections].map(([, section]) => section);
  const added = addedAbove(before, after);
  if (added === undefined) return { problem: "the fix changes what is above the cells" };
  const written: (readonly string[])[] = [];
  for (const [at, cell] of cells.entries()) {
    const lines = unescape(cell, changed[at]!);
    if (lines === undefined) return { problem: `the fix changes a magic of cell ${cell.number}` };
    written.push(lines);
  }
  if (added.length === 0) return written;
  const [first = [], ...others] = written;
  if (first.some((line) => /^[ \t]*%%|^from __future__/.test(line)))
    return { problem: "the fix adds an import where none can be" };
  return [[...added, ...first], ...others];
}

type Split = Readonly<{
  above: readonly string[];
  marks: readonly string[];
  sections: readonly (readonly string[])[];
}>;

function split(text: string): Split {
  const lines = text.replace(/\n$/, "").split("\n");
  const at = lines.flatMap((line, index) => (marker.test(line) ? [index] : []));
  return {
    above: lines.slice(0, at[0]),
    marks: at.map((index) => lines[index]!),
    sections: at.map((index, nth) => lines.slice(index + 1, at[nth + 1])),
  };
}

/** Imports that a fix put above all cells, or among what IPython defines. */
function addedAbove(before: Split, after: Split): readonly string[] | undefined {
  const names = ({ marks, sections }: Split): readonly string[] => sections[marks.indexOf(namesMarker)] ?? [];
  const kept = names(before);
  const own = names(after);
  if (kept.some((line) => !own.includes(line))) return undefined;
  const added = [...after.above, ...own.filter((line) => !kept.includes(line))].filter(
    (line) => line.trim() !== "",
  );
  return added.every((line) => /^(?:import|from)\s/.test(line)) ? added : undefined;
}

/** Undefined where a line that stands for a magic is another one, or elsewhere. */
function unescape({ lines, python }: PythonCell, changed: readonly string[]): readonly string[] | undefined {
  const standIns = new Set(python.filter((line, at) => line !== lines[at]));
  const originals = python.flatMap((line, at) => (standIns.has(line) ? [{ line, written: lines[at]! }] : []));
  let next = 0;
  const written = changed.map((line) => {
    if (!standIns.has(line)) return line;
    const original = originals[next];
    next += 1;
    return original?.line === line ? original.written : undefined;
  });
  const isWhole = next === originals.length && written.every((line) => line !== undefined);
  return isWhole ? written : undefined;
}
