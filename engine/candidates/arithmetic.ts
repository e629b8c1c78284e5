import type { BinOp, Expression, Operator } from "../tree/nodes.ts";
import type { Family } from "./family.ts";
import { operatorSigns } from "../tree/operator-signs.ts";
import { binary } from "../tree/code.ts";
import { operatorPlace } from "./comparison.ts";
import { became, isCallOf, type CandidateContext } from "./context.ts";
import { isOperand } from "../program/roles.ts";
import { may, surely, textual, sequences } from "./value-types.ts";

const classes: readonly (readonly Operator[])[] = [
  ["Add", "Sub", "Mult", "Div", "FloorDiv", "Mod", "Pow"],
  ["BitAnd", "BitOr", "BitXor"],
  ["LShift", "RShift"],
];
const near = new Set([
  "Add Sub",
  "Div FloorDiv",
  "Mod FloorDiv",
  "Mult Pow",
  "BitAnd BitOr",
  "BitAnd BitXor",
  "BitOr BitXor",
  "LShift RShift",
]);
const impossibleWithText = new Set<Operator>(["Sub", "Div", "FloorDiv", "Pow"]);

const isNear = (a: Operator, b: Operator): boolean => near.has(`${a} ${b}`) || near.has(`${b} ${a}`);

/** Another arithmetic operator. */
export const arithmetic: Family = {
  name: "arithmetic",
  base: 0.12,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind === "BinOp") {
        const place = operatorPlace(context.source, node.left, node.right);
        if (place === undefined) continue;
        for (const [op, detail] of otherOperators(context, node.op, node.left, node.right)) {
          // A tighter or looser operator regroups what stands around it; only the tree's own operands are meant.
          const rewritten = binary(context.code(node.left), operatorSigns[op], context.code(node.right));
          const plain = context.edit(
            node,
            [{ ...place, text: operatorSigns[op] }],
            detail,
            became(operatorSigns[node.op], operatorSigns[op]),
          );
          const whole = context.replace(node, rewritten, detail);
          yield keepsGrouping(context, node, op) ? plain : { ...whole, description: plain.description };
        }
      }
      if (
        isCallOf(node, "int") &&
        node.args.length === 1 &&
        node.args[0]!.kind === "BinOp" &&
        node.args[0]!.op === "Div"
      ) {
        const { left, right } = node.args[0]!;
        yield context.replace(node, binary(context.code(left), "//", context.code(right)), 0.3);
      }
    }
    for (const node of context.statements) {
      if (node.kind !== "AugAssign") continue;
      const between = context.source.slice(node.target.end, node.value.start);
      const at = between.indexOf(`${operatorSigns[node.op]}=`);
      if (at < 0) continue;
      const start = node.target.end + at;
      for (const [op, detail] of otherOperators(context, node.op, node.target, node.value)) {
        const splice = { start, end: start + operatorSigns[node.op].length, text: operatorSigns[op] };
        yield context.edit(
          node,
          [splice],
          detail,
          became(`${operatorSigns[node.op]}=`, `${operatorSigns[op]}=`),
        );
      }
    }
  },
};

function* otherOperators(
  context: CandidateContext,
  op: Operator,
  left: Expression,
  right: Expression,
): Generator<readonly [Operator, number]> {
  const besideText = surely(context.typesOf(left), textual) || surely(context.typesOf(right), textual);
  const besideSequence =
    surely(context.typesOf(left), sequences) && surely(context.typesOf(right), sequences);
  for (const other of classes.find((all) => all.includes(op)) ?? []) {
    if (other === op || (besideText && impossibleWithText.has(other)) || besideSequence) continue;
    yield [other, isNear(op, other) ? 0 : 0.4];
  }
}

const groups: Readonly<Partial<Record<Operator, number>>> = {
  Add: 1,
  Sub: 1,
  Mult: 2,
  Div: 2,
  FloorDiv: 2,
  Mod: 2,
  Pow: 3,
};

function keepsGrouping(context: CandidateContext, node: BinOp, op: Operator): boolean {
  if (groups[op] !== groups[node.op]) return false;
  const { parent } = node;
  return !(parent?.kind === "BinOp" && parent.right === node && context.source[node.start - 1] !== "(");
}

/** Operands the other way round. */
export const operandSwap: Family = {
  name: "operand-swap",
  base: 0.2,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind === "BinOp") {
        const commutes = node.op === "Mult" || node.op.startsWith("Bit");
        if (commutes && !may(context.typesOf(node), sequences)) continue;
        if (commutes || (node.op === "Add" && surely(context.typesOf(node), new Set(["int", "float"]))))
          continue;
        const swapped = binary(context.code(node.right), operatorSigns[node.op], context.code(node.left));
        yield context.replace(node, swapped, node.op === "Add" ? 0.4 : 0.1);
      } else if (
        node.kind === "Compare" &&
        node.ops.length === 1 &&
        (node.ops[0] === "In" || node.ops[0] === "NotIn")
      ) {
        const symbol = node.ops[0] === "In" ? "in" : "not in";
        yield context.replace(
          node,
          binary(context.code(node.comparators[0]!), symbol, context.code(node.left)),
          0,
        );
      }
    }
  },
};

/** A sign too many, or an index counted from the wrong end. */
export const sign: Family = {
  name: "sign",
  base: 0.3,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind === "UnaryOp" && (node.op === "USub" || node.op === "Invert"))
        yield context.replace(node, context.code(node.operand), 0);
      const { parent } = node;
      if (
        parent?.kind === "Subscript" &&
        parent.slice === node &&
        isOperand(node) &&
        !surely(context.typesOf(node), textual)
      ) {
        if (node.kind === "Name" || (node.kind === "Constant" && node.value.type === "int")) {
          yield context.replace(node, { text: `-${context.text(node)}`, level: 13 }, 0.8);
        }
      }
    }
  },
};

/** An operand too many. */
export const operandDrop: Family = {
  name: "operand-drop",
  base: 0.6,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind !== "BinOp") continue;
      yield context.replace(node, context.code(node.left), 0.3);
      yield context.replace(node, context.code(node.right), 0.5);
      if (node.left.kind === "BinOp") {
        const { left, op } = node.left;
        yield context.replace(
          node,
          binary(context.code(left), operatorSigns[op], context.code(node.right)),
          0.5,
        );
        yield context.replace(node, context.code(left), 0.6);
      }
    }
  },
};

/** `(a + b) * c` for `a + b * c`, and back. */
export const regrouping: Family = {
  name: "regrouping",
  base: 0.7,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind !== "BinOp") continue;
      const { left, op, right } = node;
      if (left.kind === "BinOp") {
        const inner = binary(context.code(left.right), operatorSigns[op], context.code(right));
        yield context.replace(node, binary(context.code(left.left), operatorSigns[left.op], inner), 0.5);
      }
      if (right.kind === "BinOp") {
        const inner = binary(context.code(left), operatorSigns[op], context.code(right.left));
        yield context.replace(node, binary(inner, operatorSigns[right.op], context.code(right.right)), 0.5);
      }
    }
  },
};
