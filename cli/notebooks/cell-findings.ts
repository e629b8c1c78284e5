import type { CheckedFile, FileFinding } from "../finding.ts";
import { cellsIn, type CellPlace } from "./markers.ts";
import { isNotebook } from "./notebook-source.ts";

/** The findings of a file as they are told: those of a notebook with their cell, and the line in it. */
export function toldFindings({ file, text, findings }: CheckedFile): readonly FileFinding[] {
  if (!isNotebook(file)) return findings;
  const cells = cellsIn(text);
  const lines = text.split("\n");
  return findings.map((finding) => {
    const { line, column } = finding;
    const found = line === null ? undefined : placeIn(cells, line);
    if (!found) return { ...finding, line: null, column: null };
    const shift = column === null ? 0 : shiftOf(lines[line! - 1]!, column);
    return {
      ...finding,
      ...found,
      column: column === null ? null : column + shift,
      message: finding.rule.startsWith("ruff:") ? finding.message : inCells(finding.message, cells),
    };
  });
}

/** What cannot be put into a cell is told at its last line, as that a bracket is never closed. */
export function placeIn(
  cells: readonly CellPlace[],
  line: number,
): { cell: number; line: number } | undefined {
  const place = cells.findLast(({ start }) => start <= line);
  if (place?.cell === undefined) return undefined;
  return { cell: place.cell, line: Math.min(line - place.start + 1, Math.max(1, place.length)) };
}

/** `%time f()` has become `f()`. */
function shiftOf(line: string, column: number): number {
  const end = line.indexOf("  # %time");
  const [statement, written] = [line.slice(0, end).trimStart(), line.slice(end + "  # ".length)];
  const isTimed = end >= 0 && column <= end && /^%time\s/.test(written) && written.endsWith(statement);
  return isTimed ? written.length - statement.length : 0;
}

function inCells(message: string, cells: readonly CellPlace[]): string {
  return message.replaceAll(/\bline (\d+)/g, (words, line: string) => {
    const place = placeIn(cells, Number(line));
    return place ? `cell ${place.cell}, line ${place.line}` : words;
  });
}
