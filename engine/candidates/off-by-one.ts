import type { Expression } from "../tree/nodes.ts";
import type { Family } from "./family.ts";
import { atom, binary, type Code } from "../tree/code.ts";
import type { CandidateContext } from "./context.ts";
import { isDelicate, isOperand } from "../program/roles.ts";
import { integral, may, sequences, surely } from "./value-types.ts";

/** One more or one less. */
export const offByOne: Family = {
  name: "off-by-one",
  base: 0.2,
  *propose(context) {
    for (const node of context.expressions) {
      if (!isIntegerLike(context, node)) continue;
      const detail = isDelicate(node) ? 0 : 0.3;
      for (const code of stepped(context, node)) yield context.replace(node, code, detail);
      const { parent } = node;
      if (
        parent?.kind !== "Subscript" ||
        parent.slice !== node ||
        !may(context.typesOf(parent.value), sequences)
      )
        continue;
      const length = atom(`len(${context.text(parent.value)})`);
      yield context.replace(node, binary(binary(length, "-", atom("1")), "-", context.code(node)), 0.8);
      yield context.replace(node, binary(context.code(node), "%", length), 1);
    }
  },
};

/** `n - 1` becomes `n` and `n - 2` rather than `n - 1 + 1`. */
function* stepped(context: CandidateContext, node: Expression): Generator<Code> {
  if (
    node.kind === "BinOp" &&
    (node.op === "Add" || node.op === "Sub") &&
    node.right.kind === "Constant" &&
    node.right.value.type === "int"
  ) {
    const value = node.op === "Add" ? node.right.value.value : -node.right.value.value;
    for (const other of [value + 1n, value - 1n]) {
      const left = context.code(node.left);
      if (other === 0n) yield left;
      else yield binary(left, other > 0n ? "+" : "-", atom(String(other > 0n ? other : -other)));
    }
    return;
  }
  yield binary(context.code(node), "+", atom("1"));
  yield binary(context.code(node), "-", atom("1"));
}

/** An expression that counts or points: not a constant, whose neighbours another family tries. */
function isIntegerLike(context: CandidateContext, node: Expression): boolean {
  if (!isOperand(node) || node.kind === "Constant") return false;
  if (node.kind === "UnaryOp" && node.operand.kind === "Constant") return false;
  const types = context.typesOf(node);
  if (types !== undefined) return surely(types, integral) && types.has("int");
  if (
    node.kind === "Name" ||
    node.kind === "Call" ||
    node.kind === "Subscript" ||
    node.kind === "Attribute"
  ) {
    const { parent } = node;
    return isDelicate(node)
      ? parent?.kind !== "Call" || node.kind !== "Name"
      : parent?.kind === "Return" || parent?.kind === "Assign";
  }
  return node.kind === "BinOp";
}
