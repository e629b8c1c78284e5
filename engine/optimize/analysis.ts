import type { Tree } from "../tree/tree.ts";
import { isTrue } from "../values/truth.ts";
import type { Expression, Node, Statement } from "../tree/nodes.ts";
import { readFlow, type Flow } from "../program/flow.ts";
import { readConstants, type Values } from "./constants.ts";
import { readPins } from "./pins.ts";
import { readUntouched } from "./untouched.ts";

/** What is known of a program without running it. */
export type Analysis = Readonly<{
  tree: Tree;
  values: Values;
  pinned: ReadonlySet<Node>;
  untouched: ReadonlySet<Node>;
  flow: Flow;
}>;

export function analyse(tree: Tree): Analysis {
  const pinned = readPins(tree);
  const values = readConstants(tree, pinned);
  const truth = (test: Expression): boolean | undefined => {
    const value = values.get(test);
    return value && isTrue(value);
  };
  return { tree, values, pinned, untouched: readUntouched(tree, values), flow: readFlow(tree, truth) };
}

/** The operand that a conditional expression always gives, where the other may go. */
export function chosenOperand(analysis: Analysis, node: Node): Expression | undefined {
  if (node.kind !== "IfExp" || analysis.untouched.has(node)) return undefined;
  const test = analysis.values.get(node.test);
  if (test === undefined) return undefined;
  const [chosen, dead] = isTrue(test) ? [node.body, node.orelse] : [node.orelse, node.body];
  return analysis.pinned.has(dead) ? undefined : chosen;
}

/** The statements that run instead of an `if` or `while`, where the others may go. */
export function chosenBlock({ values, pinned }: Analysis, node: Node): readonly Statement[] | undefined {
  if (node.kind !== "If" && node.kind !== "While") return undefined;
  const test = values.get(node.test);
  if (test === undefined || (node.kind === "While" && isTrue(test))) return undefined;
  const [chosen, dead] = isTrue(test) ? [node.body, node.orelse] : [node.orelse, node.body];
  return dead.some((statement) => pinned.has(statement)) ? undefined : chosen;
}

/** The `else` of a loop whose test always holds never runs. */
export function hasDeadElse({ values, pinned }: Analysis, node: Node): boolean {
  if (node.kind !== "While" || node.orelse.length === 0) return false;
  const test = values.get(node.test);
  return test !== undefined && isTrue(test) && !node.orelse.some((statement) => pinned.has(statement));
}

/** How many statements of a block come into question: all up to one that nothing runs behind. */
export function reached({ flow }: Analysis, block: readonly Statement[]): number {
  const last = flow.endOf(block);
  return last < 0 ? block.length : last + 1;
}
