import type { BoolOp } from "../tree/nodes.ts";
import type { Splice } from "../text/splices.ts";
import type { Family } from "./family.ts";
import { atom, not } from "../tree/code.ts";
import { became, type CandidateContext } from "./context.ts";
import { passesMostExamples } from "./comparison.ts";
import { isCondition } from "../program/roles.ts";

/** `and` for `or`, `or` for `and`: the whole chain, or one of a longer one. */
export const connective: Family = {
  name: "connective",
  base: 0,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind !== "BoolOp") continue;
      const [old, other] = node.op === "And" ? ["and", "or"] : ["or", "and"];
      const places = node.values.slice(1).map((_, n) => connectivePlace(context, node, n, old));
      if (places.includes(undefined)) continue;
      const splices = (places as Splice[]).map(({ start, end }) => ({ start, end, text: other }));
      yield context.edit(node, splices, 0, became(old, other));
      if (splices.length === 1) continue;
      for (const splice of splices) yield context.edit(node, [splice], 0.3, became(old, other));
    }
  },
};

function connectivePlace(
  context: CandidateContext,
  node: BoolOp,
  index: number,
  word: string,
): Splice | undefined {
  const from = node.values[index]!.end;
  const between = context.source.slice(from, node.values[index + 1]!.start);
  const at = between.includes("#") ? -1 : between.indexOf(word);
  return at < 0 ? undefined : { start: from + at, end: from + at + word.length, text: "" };
}

/** A condition the other way round. */
export const negation: Family = {
  name: "negation",
  base: 0.2,
  *propose(context) {
    const doubt = passesMostExamples(context) ? 0.3 : 0;
    for (const node of context.expressions) {
      if (node.kind === "UnaryOp" && node.op === "Not")
        yield context.replace(node, context.code(node.operand), 0);
      else if (node.kind === "Compare" && node.ops.length === 1) continue;
      else if (isCondition(node)) yield context.replace(node, not(context.code(node)), 0.1 + doubt);
      else if (node.parent?.kind === "BoolOp")
        yield context.replace(node, not(context.code(node)), 0.2 + doubt);
      else if (node.parent?.kind === "Return") {
        const types = context.typesOf(node);
        if (types === undefined || types.has("bool"))
          yield context.replace(node, not(context.code(node)), 0.4 + doubt);
      }
    }
  },
};

/** One condition less. */
export const conditionDrop: Family = {
  name: "condition-drop",
  base: 0.6,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind === "BoolOp") {
        for (const [n, value] of node.values.entries()) {
          const rest = node.values.filter((other) => other !== value);
          if (rest.length === 1) yield context.replace(node, context.code(rest[0]!), 0.3);
          else {
            const [start, end] =
              n === 0 ? [node.start, rest[0]!.start] : [node.values[n - 1]!.end, value.end];
            if (isBalanced(context.source.slice(start, end))) {
              yield context.edit(
                node,
                [{ start, end, text: "" }],
                0.3,
                `\`${context.text(value)}\` was dropped`,
              );
            }
          }
        }
      } else if (node.kind === "IfExp") {
        yield context.replace(node, context.code(node.body), 0.5);
        yield context.replace(node, context.code(node.orelse), 0.5);
      } else if (node.parent?.kind === "Comprehension" && node.parent.ifs.includes(node)) {
        yield context.replace(node, atom("True"), 0.5);
      }
    }
    for (const statement of context.statements) {
      if (statement.kind !== "If" || statement.orelse.length > 0) continue;
      if (context.source.startsWith("elif", statement.start)) continue;
      yield context.replace(statement.test, atom("True"), 0.7);
    }
  },
};

export function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character) && (depth -= 1) < 0) return false;
  }
  return depth === 0;
}
