import { fromFuture, toPython } from "./escapes.ts";
import { markerOf, namesMarker } from "./markers.ts";
import type { CodeCell, Notebook } from "./read-notebook.ts";

/** A cell of Python, and the lines that stand for it in the text of the whole notebook. */
export type PythonCell = CodeCell & Readonly<{ python: readonly string[] }>;

/** The cells that are Python. A magic that names an import uses it, or the import would be taken for unused. */
export function pythonCells({ cells }: Notebook): readonly PythonCell[] {
  let above = "";
  return cells.flatMap((cell) => {
    const python = toPython(cell.lines)?.map((line, at, all) => {
      const written = [line, ...all.slice(at + 1, at + 1 + continuations(cell.lines, at))].join(" ");
      const isUsing = /^\s*pass {2}# /.test(line) && !line.includes(fromFuture);
      const used = isUsing ? importsIn(above).filter((name) => wordsIn(written).has(name)) : [];
      const shown = used.length === 0 ? line : line.replace("pass", `display(${used.join(", ")})`);
      above += `${shown}\n`;
      return shown;
    });
    return python === undefined ? [] : [{ ...cell, python }];
  });
}

/** How many of the lines below one go on with it. */
function continuations(lines: readonly string[], at: number): number {
  const end = lines.findIndex((line, index) => index >= at && !line.endsWith("\\"));
  return (end < 0 ? lines.length - 1 : end) - at;
}

const imports = /^[ \t]*(?:from[ \t]+\S+[ \t]+import|import)[ \t]*(?:\(([^)]{0,2000})\)|([^\n#;(]*))/gm;

/** The names that a text imports, each once. */
function importsIn(text: string): readonly string[] {
  const names = Array.from(text.matchAll(imports), ([, several, one]) =>
    (several ?? one ?? "").split(","),
  ).flat();
  // `a.b` binds `a`, `a as b` binds `b`.
  const bound = names.flatMap((name) => {
    const words: readonly string[] = name.match(/\w+/g) ?? [];
    return words[words.lastIndexOf("as") + 1] ?? [];
  });
  return [...new Set(bound)];
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/\w+/g));
}

/** What IPython defines, for tools that know Python only. */
const names: readonly string[] = [
  "from typing import Any as _Any",
  "def display(*objects: _Any, **options: _Any) -> _Any: return _Any",
  "def get_ipython() -> _Any: return _Any",
];

/** All cells as one Python text, one line for each of theirs; empty where no cell has code. */
export function joinCells(cells: readonly PythonCell[]): string {
  const lines = cells.flatMap(({ python }) => python);
  if (lines.every((line) => line.trim() === "")) return "";
  const future = lines.flatMap((line) =>
    line.startsWith(`pass  # ${fromFuture}`) ? [line.slice("pass  # ".length)] : [],
  );
  const isNamed = lines.some((line) => /\b(?:display|get_ipython)\b/.test(line));
  const above = [...new Set(future), ...(isNamed ? names : [])];
  const pieces = cells.map(({ number, python }) => [markerOf(number), ...python]);
  return `${[...(above.length > 0 ? [namesMarker, ...above] : []), ...pieces.flat()].join("\n")}\n`;
}
