import { type Splice, insertion } from "../../text/splices.ts";
import type { Tree } from "../../tree/tree.ts";
import type { Node } from "../../tree/nodes.ts";

type Range = Readonly<{ start: number; end: number }>;

/**
 * Moves every line that starts within a range one level in, but for blank ones and those inside of strings.
 * Undefined where that would change what a string holds.
 */
export function indented(tree: Tree, range: Range, step: string): Splice[] | undefined {
  const { positions, text } = tree;
  const first = positions.lineOf(range.start);
  const [from, to] = [
    positions.startOf(first) === range.start ? first : first + 1,
    positions.lineOf(range.end),
  ];
  const kept = new Set<number>();
  for (const node of tree.nodes) {
    if (!isText(node) || node.start < range.start || node.end > range.end) continue;
    const lines = [positions.lineOf(node.start), positions.lineOf(node.end)] as const;
    if (lines[0] === lines[1]) continue;
    const source = text.slice(node.start, node.end);
    if (isOneLongString(source)) for (let n = lines[0] + 1; n <= lines[1]; n += 1) kept.add(n);
    else if (!/^(?:[^\\"']|"(?:[^"\\\r\n]|\\[^\r\n])*"|'(?:[^'\\\r\n]|\\[^\r\n])*')*$/.test(source))
      return undefined;
  }
  const splices: Splice[] = [];
  for (let line = from; line <= to; line += 1) {
    const start = positions.startOf(line);
    if (kept.has(line) || /^[\t ]*(?:[\r\n]|$)/.test(text.slice(start, positions.startOf(line + 1))))
      continue;
    splices.push(insertion(start, step));
  }
  return splices;
}

function isText(node: Node): boolean {
  if (node.parent?.kind === "JoinedStr" || node.parent?.kind === "TemplateStr") return false;
  if (node.kind === "JoinedStr" || node.kind === "TemplateStr") return true;
  return node.kind === "Constant" && (node.value.type === "str" || node.value.type === "bytes");
}

/** Whether it is a single string in three quotes, and not several side by side. */
function isOneLongString(source: string): boolean {
  const quotes = /^[a-z]{0,2}("""|''')/i.exec(source);
  if (!quotes) return false;
  const body = source.slice(quotes[0].length);
  return body.indexOf(quotes[1]!) === body.length - 3;
}
