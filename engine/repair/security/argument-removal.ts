import type { Splice } from "../../text/splices.ts";
import type { Call, Keyword, Node } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";

/** Takes a keyword argument out of a call, with one comma. Comments stay. Undefined when it is not plain how. */
export function keywordRemoval(program: RepairableProgram, call: Call, keyword: Keyword): Splice | undefined {
  const { text } = program;
  const items: Node[] = [...call.args, ...call.keywords].toSorted((a, b) => a.start - b.start);
  const at = items.indexOf(keyword);
  const [before, after] = [items[at - 1], items[at + 1]];
  const { start, end } = keyword;
  if (after) return splice(text, start, end, /^[\t ]*,(?:\s*(?=[^\s#])|[\t ]*)/, after.start + 1);
  if (before && /^\s*,\s*$/.test(text.slice(before.end, start)) && isWhole(text, end))
    return { start: before.end, end, text: "" };
  if (before) return ownLine(program, keyword);
  return splice(text, start, end, /^[\t ]*(?:,[\t ]*)?(?=[\s#)])/, call.end);
}

function splice(text: string, start: number, end: number, behind: RegExp, limit: number): Splice | undefined {
  const found = behind.exec(text.slice(end, limit));
  return found ? { start, end: end + found[0].length, text: "" } : undefined;
}

/** The whole line of an argument that has one to itself, as behind a comment. */
function ownLine({ text, tree: { positions } }: RepairableProgram, { start, end }: Node): Splice | undefined {
  const first = positions.startOf(positions.lineOf(start));
  const behind = /^[\t ]*(?:,[\t ]*)?(?:\r\n|\r|\n)/.exec(text.slice(end, end + 200));
  if (!behind || !/^[\t ]*$/.test(text.slice(first, start))) return undefined;
  return { start: first, end: end + behind[0].length, text: "" };
}

/** Whether an argument ends here, and not a pair of parentheses around its value. */
function isWhole(text: string, end: number): boolean {
  return /^\s*(?:#[^\r\n]*[\r\n]\s*)*(?:,|\))/.test(text.slice(end, end + 400));
}
