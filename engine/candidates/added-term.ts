import type { Expression } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { atom, binary, call } from "../tree/code.ts";
import type { CandidateContext } from "./context.ts";
import { isOperand, isWhole } from "../program/roles.ts";
import { isNumber } from "./number-wrap.ts";
import { integral, numeric, sequences, surely, textual } from "./value-types.ts";

/** A term left out. */
export const addedTerm: Family = {
  name: "added-term",
  base: 1.2,
  *propose(context) {
    for (const node of context.expressions) {
      if (isNumber(context, node)) yield* numbers(context, node);
      if (isOperand(node) && surely(context.typesOf(node), sequences)) yield* parts(context, node);
    }
  },
};

function* numbers(context: CandidateContext, node: Expression): Generator<EditProposal> {
  const code = context.code(node);
  const known = context.typesOf(node) !== undefined ? 0 : 0.1;
  for (const { name, types } of context.variables(node)) {
    if (!surely(types, numeric) || name === code.text) continue;
    const other = atom(name);
    yield context.replace(node, binary(code, "+", other), 0.2 + known);
    yield context.replace(node, binary(code, "-", other), 0.2 + known);
    yield context.replace(node, call("max", code, other), 0.3 + known);
    yield context.replace(node, call("min", code, other), 0.3 + known);
    yield context.replace(node, binary(code, "*", other), 0.5 + known);
    yield context.replace(node, binary(code, "%", other), 0.5 + known);
    if (surely(types, integral)) yield context.replace(node, binary(code, "//", other), 0.5 + known);
    yield context.replace(node, binary(other, "-", code), 0.6 + known);
  }
  const { parent } = node;
  if (parent?.kind !== "Assign" || parent.targets.length !== 1 || parent.targets[0]!.kind === "Tuple") return;
  const target = context.code(parent.targets[0]!);
  yield context.replace(node, call("max", target, code), 0.2);
  yield context.replace(node, call("min", target, code), 0.2);
}

/** Sequences of one type joined. */
function* parts(context: CandidateContext, node: Expression): Generator<EditProposal> {
  const mine = context.typesOf(node)!;
  const code = context.code(node);
  const isText = surely(mine, textual);
  for (const { name, types } of context.variables(node)) {
    if (
      types === undefined ||
      name === code.text ||
      ![...types].some((type) => mine.has(type) && type !== "NoneType")
    )
      continue;
    yield context.replace(node, binary(code, "+", atom(name)), 0.5);
    yield context.replace(node, binary(atom(name), "+", code), 0.5);
  }
  if (!isWhole(node) || !mine.has("list") || isText) return;
  for (const { name, types } of context.variables(node)) {
    if (types !== undefined && surely(types, new Set(["int", "str", "float"])))
      yield context.replace(node, binary(code, "+", atom(`[${name}]`)), 0.7);
  }
}
