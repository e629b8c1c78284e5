import type { Node } from "../tree/nodes.ts";

type Range = Readonly<{ start: number; end: number }>;

/** The place of an expression, with the brackets around it that `text` needs no longer. */
export function outside(source: string, node: Node, text: string): Range {
  let { start, end } = node;
  if (!mayLoseBrackets(node, text)) return { start, end };
  for (;;) {
    const [from, to] = [skipBack(source, start), skipAhead(source, end)];
    if (source[from - 1] !== "(" || source[to] !== ")") return { start, end };
    [start, end] = [from - 1, to + 1];
  }
}

/** Behind a function's name the brackets are those of the call, and `(-2) ** n` is not `-2 ** n`. */
function mayLoseBrackets({ parent }: Node, text: string): boolean {
  if (parent === undefined || /[\r\n]/.test(text)) return false;
  if (parent.kind === "Call" || parent.kind === "ClassDef") return false;
  return !(text.startsWith("-") && tight.has(parent.kind));
}

const tight = new Set(["BinOp", "UnaryOp", "Await", "Match"]);

function skipBack(source: string, from: number): number {
  let at = from;
  while (source[at - 1] === " " || source[at - 1] === "\t") at -= 1;
  return at;
}

function skipAhead(source: string, from: number): number {
  let at = from;
  while (source[at] === " " || source[at] === "\t") at += 1;
  return at;
}

/** The text with the spaces that keep it apart from the words next to it: `return(1+2)`. */
export function spaced(source: string, { start, end }: Range, text: string): string {
  const before =
    word.test(source[start - 1] ?? "") && /^["']/.test(text) ? " " : needs(source[start - 1], text[0]);
  return before + text + needs(text.at(-1), source[end]);
}

const word = /[\w\u0080-\uffff]/;

function needs(left = "", right = ""): string {
  return word.test(left) && word.test(right) ? " " : "";
}
