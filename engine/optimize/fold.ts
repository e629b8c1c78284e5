import type { Expression, Node } from "../tree/nodes.ts";
import { chosenOperand, type Analysis } from "./analysis.ts";
import { outside, spaced } from "./brackets.ts";
import { readComments } from "./comments.ts";
import { shown, type OptimizeStep } from "./edit.ts";
import { literalText } from "./literal-text.ts";
import type { WrittenValue } from "./value.ts";

/** Expressions that are made of literals, each replaced by its value; conditional ones by the operand they always give. */
export function foldConstants(analysis: Analysis): OptimizeStep[] {
  const { tree, untouched } = analysis;
  const hasComment = readComments(tree);
  const edits: OptimizeStep[] = [];
  const done = new Set<Node>();
  for (const node of tree.nodes) {
    if (node.parent && done.has(node.parent)) done.add(node);
    else if (!untouched.has(node)) {
      const edit = fold(analysis, node, hasComment);
      if (edit === undefined) continue;
      edits.push(edit);
      done.add(node);
    }
  }
  return edits.toSorted((a, b) => a.splices[0]!.start - b.splices[0]!.start);
}

type HasComment = (start: number, end: number) => boolean;

function fold(analysis: Analysis, node: Node, hasComment: HasComment): OptimizeStep | undefined {
  if (!foldable.has(node.kind) || isHead(node)) return undefined;
  const chosen = lastChosen(analysis, node);
  if (chosen && !(analysis.values.has(node) && isWorthWriting(chosen)))
    return choose(analysis, node, chosen, hasComment);
  const value = analysis.values.get(node);
  if (value === undefined || !isWorthWriting(node)) return undefined;
  const text = literalText(value);
  const before = analysis.tree.text.slice(node.start, node.end);
  if (text === undefined || text.length > Math.max(longest(value), before.length)) return undefined;
  const place = outside(analysis.tree.text, node, text);
  if (hasComment(place.start, place.end)) return undefined;
  const splice = { ...place, text: spaced(analysis.tree.text, place, text) };
  return { splices: [splice], words: `folded ${shown(before)} to ${shown(text)}` };
}

const foldable = new Set(["BinOp", "UnaryOp", "BoolOp", "Compare", "IfExp", "Subscript"]);

/** How long a literal may be that is longer than what it stands for: `2 ** 64` is written out, `2 ** 128` says more as it is. */
function longest({ kind }: WrittenValue): number {
  return kind === "str" || kind === "bytes" ? 64 : 24;
}

/** What is called, or whose attribute is read: `1 .real`. */
function isHead(node: Node): boolean {
  const { parent } = node;
  if (parent?.kind === "Attribute") return true;
  if (parent?.kind === "Call") return parent.func === node;
  return parent?.kind === "Subscript" && parent.value === node;
}

/** `-1` and `~0xff` are as short as their values. */
function isWorthWriting(node: Node): boolean {
  if (node.kind === "UnaryOp") return node.op === "Not" || node.operand.kind !== "Constant";
  return foldable.has(node.kind);
}

/** What a conditional expression always gives, through all those that stand in one another. */
function lastChosen(analysis: Analysis, node: Node): Expression | undefined {
  let last: Expression | undefined;
  for (let next = chosenOperand(analysis, node); next; next = chosenOperand(analysis, next)) last = next;
  return last;
}

function choose(
  { tree }: Analysis,
  node: Node,
  chosen: Expression,
  hasComment: HasComment,
): OptimizeStep | undefined {
  const choice = chosen.parent as Conditional;
  const kept = chosen === choice.body ? beforeIf(tree.text, choice) : behindElse(tree.text, choice);
  if (kept === undefined) return undefined;
  const text = tree.text.slice(kept.start, kept.end);
  const place = bindsTightly.has(chosen.kind) ? outside(tree.text, node, text) : node;
  if (hasComment(place.start, kept.start) || hasComment(kept.end, place.end)) return undefined;
  const before = tree.text.slice(node.start, node.end);
  const [front, back] = spaced(tree.text, place, text).split(text);
  const splices = [
    { start: place.start, end: kept.start, text: front! },
    { start: kept.end, end: place.end, text: back! },
  ];
  return {
    splices: splices.filter((splice) => splice.start < splice.end || splice.text !== ""),
    words: `replaced ${shown(before)} by ${shown(text)}`,
  };
}

const bindsTightly = new Set(["Name", "Attribute", "Subscript", "Call", "Constant"]);

type Range = Readonly<{ start: number; end: number }>;
type Conditional = Extract<Node, { kind: "IfExp" }>;

/** Both with the brackets around the operand, which belong to it. */
function beforeIf(source: string, node: Conditional): Range | undefined {
  const gap = /^[\s\\)]*(?=if\b)/.exec(source.slice(node.body.end, node.test.start));
  return gap ? { start: node.start, end: node.body.end + gap[0].lastIndexOf(")") + 1 } : undefined;
}

function behindElse(source: string, node: Conditional): Range | undefined {
  const gap = /^[\s\\)]*else\b[\s\\]*/.exec(source.slice(node.test.end, node.orelse.start));
  return gap ? { start: node.test.end + gap[0].length, end: node.end } : undefined;
}
