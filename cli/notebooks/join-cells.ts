import { toPython } from "./escapes.ts";
import { markerOf, namesMarker } from "./markers.ts";
import type { CodeCell, Notebook } from "./read-notebook.ts";

/** A cell of Python, and the lines that stand for it in the text of the whole notebook. */
export type PythonCell = CodeCell & Readonly<{ python: readonly string[] }>;

/** The cells that are Python. A magic that names an import uses it, or the import would be taken for unused. */
export function pythonCells({ cells }: Notebook): readonly PythonCell[] {
  let above = "";
  return cells.flatMap((cell) => {
    const python = toPython(cell.lines)?.map((line) => {
      const used = /^\s*pass {2}# /.test(line)
        ? importsIn(above).filter((name) => wordsIn(line).has(name))
        : [];
      const shown = used.length === 0 ? line : line.replace("pass", `display(${used.join(", ")})`);
      above += `${shown}\n`;
      return shown;
    });
    return python === undefined ? [] : [{ ...cell, python }];
  });
}

const imports = /^[ \t]*(?:from[ \t]+\S+[ \t]+import|import)[ \t]*(?:\(([^)]*)\)|([^\n#;(]*))/gm;

/** The names that a text imports, each once. */
function importsIn(text: string): readonly string[] {
  const names = Array.from(text.matchAll(imports), ([, several, one]) =>
    (several ?? one ?? "").split(","),
  ).flat();
  const bound = names.flatMap((name) => /^\s*(?:.*\bas\s+)?(\w+)/.exec(name)?.[1] ?? []);
  return [...new Set(bound)];
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/\w+/g));
}

/** What IPython defines, for tools that know Python only. */
const names: readonly string[] = [
  namesMarker,
  "from typing import Any as _Any",
  "def display(*objects: _Any, **options: _Any) -> _Any: ...",
  "def get_ipython() -> _Any: ...",
];

/** All cells as one Python text, one line for each of theirs; empty where no cell has code. */
export function joinCells(cells: readonly PythonCell[]): string {
  if (cells.every(({ python }) => python.every((line) => line.trim() === ""))) return "";
  const pieces = cells.map(({ number, python }) => [markerOf(number), ...python]);
  if (cells.some(({ python }) => python.some((line) => /\b(?:display|get_ipython)\b/.test(line)))) {
    // Imports from `__future__` come before everything else.
    const last = cells.findLastIndex(({ python }) =>
      python.some((line) => line.startsWith("from __future__ import")),
    );
    pieces.splice(last + 1, 0, [...names]);
  }
  return `${pieces.flat().join("\n")}\n`;
}
