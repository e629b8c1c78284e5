import type { Expression, Slice } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { member } from "../tree/code.ts";
import { became, type CandidateContext } from "./context.ts";
import { isOperand, isTarget } from "../program/roles.ts";
import { integral, may, sequences, surely } from "./value-types.ts";
import { isText } from "../tree/constants.ts";

/** Other bounds of a slice. */
export const sliceBound: Family = {
  name: "slice-bound",
  base: 0.9,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind === "Slice") yield* otherBounds(context, node);
      const { parent } = node;
      if (
        parent?.kind === "Subscript" &&
        parent.slice === node &&
        node.kind !== "Slice" &&
        node.kind !== "Tuple" &&
        !isTarget(parent)
      ) {
        if (!may(context.typesOf(parent.value), sequences) || isText(node)) continue;
        const start = context.source.indexOf("[", parent.value.end) + 1;
        const index = context.source.slice(start, parent.end - 1).trim();
        for (const text of [`${index}:`, `:${index}`]) {
          yield context.edit(
            node,
            [{ start, end: parent.end - 1, text }],
            0.8,
            became(`[${index}]`, `[${text}]`),
          );
        }
      }
    }
  },
};

function rewrite(context: CandidateContext, node: Expression, text: string, detail: number): EditProposal {
  return context.edit(
    node,
    [{ start: node.start, end: node.end, text }],
    detail,
    became(`[${context.text(node)}]`, `[${text}]`),
  );
}

function* otherBounds(context: CandidateContext, node: Slice): Generator<EditProposal> {
  const part = (value: Expression | undefined): string => (value ? context.text(value) : "");
  const [lower, upper, step] = [part(node.lower), part(node.upper), part(node.step)];
  const write = (a: string, b: string, c: string, detail: number): EditProposal =>
    rewrite(context, node, c === "" ? `${a}:${b}` : `${a}:${b}:${c}`, detail);
  if (lower !== "" && (upper !== "" || step !== "")) yield write("", upper, step, 0.2);
  if (upper !== "" && (lower !== "" || step !== "")) yield write(lower, "", step, 0.2);
  if (step !== "") yield write(lower, upper, "", 0.4);
  const numbers = context
    .variables(node)
    .filter(({ types }) => surely(types, integral))
    .slice(0, 6);
  if (lower === "") {
    for (const text of ["1", "2", "-1", "-2"]) yield write(text, upper, step, text === "1" ? 0.2 : 0.5);
    for (const { name } of numbers) yield write(name, upper, step, 0.6);
  }
  if (upper === "") {
    for (const text of ["-1", "1", "-2", "2"]) yield write(lower, text, step, text === "-1" ? 0.2 : 0.5);
    for (const { name } of numbers) yield write(lower, name, step, 0.6);
  }
  if (lower !== upper) yield write(upper, lower, step, 0.4);
  if (step === "") {
    yield write(lower, upper, "-1", 0.6);
    yield write(lower, upper, "2", 1);
  } else if (step !== "-1") yield write(lower, upper, "-1", 0.6);
}

/** A part of a sequence where the whole is used. */
export const slicing: Family = {
  name: "slicing",
  base: 0.9,
  *propose(context) {
    for (const node of context.expressions) {
      if (!isOperand(node) || !isWorthSlicing(context, node)) continue;
      const code = context.code(node);
      const cut = (text: string, detail: number): EditProposal =>
        context.replace(node, member(code, `[${text}]`), detail);
      const known = context.typesOf(node) !== undefined;
      const doubt = known ? 0 : 0.2;
      for (const text of ["1:", ":-1", "::-1"]) yield cut(text, 0.4 + doubt);
      for (const text of ["0", "-1"]) yield cut(text, 0.6 + doubt);
      const numbers = context
        .variables(node)
        .filter(({ types }) => surely(types, integral))
        .slice(0, 6);
      for (const { name } of numbers) {
        yield cut(`${name}:`, 0.6 + doubt);
        yield cut(`:${name}`, 0.6 + doubt);
        yield cut(name, 0.8 + doubt);
        yield cut(`${name} + 1:`, 1.2 + doubt);
        yield cut(`:${name} + 1`, 1.4 + doubt);
      }
    }
  },
};

function isWorthSlicing(context: CandidateContext, node: Expression): boolean {
  if (node.kind === "Constant" || node.kind === "List" || node.kind === "Tuple" || node.kind === "BinOp")
    return false;
  if (node.kind === "JoinedStr" || node.kind === "ListComp") return node.parent?.kind === "Return";
  const { parent } = node;
  if (parent?.kind === "Attribute" || parent?.kind === "BoolOp") return false;
  if (parent?.kind === "Subscript" && parent.value === node) return false;
  const types = context.typesOf(node);
  return types === undefined
    ? node.kind === "Name" || node.kind === "Call" || node.kind === "Subscript"
    : may(types, sequences);
}
