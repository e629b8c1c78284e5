import { parseTree, type Node } from "jsonc-parser";

/** A notebook as it is written: its JSON, and where in it the code is. */
export type Notebook = Readonly<{
  json: string;
  /** What its code is written in. */
  language: string;
  cells: readonly CodeCell[];
}>;

export type CodeCell = Readonly<{
  /** From 1, among all cells, as Jupyter and ruff count them. */
  number: number;
  /** With plain line ends. */
  lines: readonly string[];
  newline: "\n" | "\r\n";
  /** The value of `source` in the JSON. */
  value: Node;
}>;

/** Reads Jupyter's format 4; for anything else, why it cannot be read. */
export function readNotebook(json: string): Notebook | string {
  const plain = json.replace(/^\ufeff/, "");
  try {
    JSON.parse(plain);
  } catch {
    return "is not a notebook: it is not valid JSON";
  }
  const top = parseTree(json);
  const cells = top && member(top, "cells");
  if (!top || cells?.type !== "array")
    return "has no list of cells. Convert it with `jupyter nbconvert --to notebook --nbformat 4`";
  const code: CodeCell[] = [];
  for (const [at, cell] of (cells.children ?? []).entries()) {
    if (valueOf(member(cell, "cell_type")) !== "code") continue;
    const value = member(cell, "source");
    const source = value && textOf(value);
    if (!value || source === undefined) return `has no readable source in cell ${at + 1}`;
    const newline = source.includes("\r\n") && !/(?<!\r)\n|\r(?!\n)/.test(source) ? "\r\n" : "\n";
    code.push({ number: at + 1, lines: source.split(/\r\n|\r|\n/), newline, value });
  }
  return { json, language: languageOf(top), cells: code };
}

/** Of members of one name the last one counts, as in Python and JavaScript. */
function member(node: Node, name: string): Node | undefined {
  const found =
    node.type === "object"
      ? node.children?.findLast(({ children }) => children?.[0]?.value === name)
      : undefined;
  return found?.children?.[1];
}

function languageOf(top: Node): string {
  const metadata = member(top, "metadata");
  const named = [
    ["kernelspec", "language"],
    ["language_info", "name"],
  ].map(([place = "", name = ""]) => {
    const section = metadata && member(metadata, place);
    return section && valueOf(member(section, name));
  });
  return named.find((name): name is string => typeof name === "string") ?? "python";
}

function valueOf(node: Node | undefined): unknown {
  return node?.value;
}

/** A text, or a list of texts that stand behind each other. */
function textOf(value: Node): string | undefined {
  const parts: unknown[] = (value.type === "array" ? (value.children ?? []) : [value]).map(valueOf);
  return parts.every((part) => typeof part === "string") ? parts.join("") : undefined;
}
