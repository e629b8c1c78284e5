import type { Literal } from "../tree/literals.ts";
import type { Node, Statement } from "../tree/nodes.ts";
import { chosenBlock, chosenOperand, hasDeadElse, reached, type Analysis } from "./analysis.ts";
import { literalText } from "./literal-text.ts";
import { isDocstring } from "../tree/docstring.ts";

type Item = string | Node | readonly Statement[];

/**
 * All that a program does, in order: every part of the code that can run, with constant expressions as their values and
 * branches that never run left out. Two programs with the same form do the same.
 */
export function normalForm(analysis: Analysis): string[] {
  const form: string[] = [];
  const waiting: Item[] = [analysis.tree.module];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (typeof item === "string") form.push(item);
    else {
      const parts = isBlock(item) ? runBlock(analysis, item) : spell(analysis, item);
      for (const part of parts.toReversed()) waiting.push(part);
    }
  }
  return form;
}

function isBlock(item: Node | readonly Statement[]): item is readonly Statement[] {
  return Array.isArray(item);
}

function runBlock(analysis: Analysis, block: readonly Statement[]): Item[] {
  const live = reached(analysis, block);
  return [
    ...block.slice(0, live).flatMap((statement): Item[] => {
      if (statement.kind === "Pass") return [];
      return [chosenBlock(analysis, statement) ?? statement];
    }),
    ...block.slice(live).filter((statement) => analysis.pinned.has(statement)),
  ];
}

function spell(analysis: Analysis, node: Node): Item[] {
  if (!analysis.untouched.has(node)) {
    const value = analysis.values.get(node);
    const text = value && literalText(value.kind === "int" ? { ...value, look: undefined } : value);
    if (value && text !== undefined) return [`${value.kind} ${"quote" in value ? value.value : text}`];
    const chosen = chosenOperand(analysis, node);
    if (chosen) return [chosen];
  }
  const source = analysis.tree.text.slice(node.start, node.end);
  if (node.kind === "Constant") return [spellLiteral(node.value, source)];
  if (node.kind === "JoinedStr" || node.kind === "TemplateStr") return [`${node.kind} ${source}`];
  return spellParts(analysis, node);
}

/** Pieces of one text may stand on lines that are moved. */
function spellLiteral(value: Literal, source: string): string {
  return value.type === "str" || value.type === "bytes"
    ? `${value.type} ${value.value}`
    : `Constant ${source}`;
}

const placing = new Set(["kind", "start", "end", "parent"]);

function spellParts(analysis: Analysis, node: Node): Item[] {
  const items: Item[] = [isDocstring(node) ? "Docstring" : node.kind];
  for (const [field, value] of Object.entries(node) as [string, unknown][]) {
    if (placing.has(field)) continue;
    if (field === "orelse" && hasDeadElse(analysis, node)) items.push(field, "[", "]");
    else if (!Array.isArray(value)) items.push(field, ...spellOne(value));
    else if (blocks.has(field)) items.push(field, "[", value as Statement[], "]");
    else items.push(field, "[", ...value.flatMap(spellOne), "]");
  }
  return items;
}

const blocks = new Set(["body", "orelse", "finalbody"]);

function spellOne(value: unknown): Item[] {
  if (typeof value === "object" && value !== null && "kind" in value) return [value as Node];
  return [typeof value === "string" ? `"${value}` : String(value)];
}
