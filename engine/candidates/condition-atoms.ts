import type { Expression, Node } from "../tree/nodes.ts";
import { functionAround } from "../tree/around.ts";
import { atom, binary, call, type Code, not } from "../tree/code.ts";
import { ownFunctions } from "./called-name.ts";
import type { CandidateContext, TypedVariable } from "./context.ts";
import { may, numeric, sequences, sized, surely, textual, type PossibleTypes } from "./value-types.ts";

/** A small condition that can be read at a place, and its price. */
export type ConditionAtom = Readonly<{ code: Code; detail: number }>;

const maxAtoms = 160;

/** Conditions worth trying at a node: the function's own first, then what its variables suggest. */
export function conditionAtoms(context: CandidateContext, node: Node): ConditionAtom[] {
  const atoms = new Map<string, ConditionAtom>();
  const add = (code: Code, detail: number): void => {
    if (!atoms.has(code.text)) atoms.set(code.text, { code, detail });
  };
  const variables = context.variables(node);
  for (const own of ownComparisons(context, node, variables)) add(context.code(own), 0);
  for (const { name, types } of variables) ofOne(add, name, types);
  for (const [n, a] of variables.entries()) for (const b of variables.slice(n + 1)) ofTwo(add, a, b);
  const predicates = [...ownFunctions(context)].filter(([, arity]) => arity === 1);
  for (const [name] of predicates) for (const { name: value } of variables) add(call(name, atom(value)), 0.8);
  return [...atoms.values()].toSorted((a, b) => a.detail - b.detail).slice(0, maxAtoms);
}

/** Comparisons of the same function whose names can all be read here. */
function ownComparisons(
  context: CandidateContext,
  node: Node,
  variables: readonly TypedVariable[],
): Expression[] {
  const around = functionAround(node);
  const names = new Set(variables.map(({ name }) => name));
  return context.tree.nodes.filter((other): other is Expression => {
    if (other.kind !== "Compare" || functionAround(other) !== around || other.end - other.start > 80)
      return false;
    const used = context.text(other).match(/(?<![\w.'"])[A-Za-z_]\w*(?![\w'"(])/g) ?? [];
    return used.every(
      (word) =>
        names.has(word) ||
        /^(?:not|in|is|and|or|None|True|False|self|len)$/.test(word) ||
        context.names.module.variables.has(word),
    );
  });
}

function ofOne(add: (code: Code, detail: number) => void, name: string, types: PossibleTypes): void {
  const value = atom(name);
  if (types !== undefined && types.size === 1 && types.has("function")) return;
  add(not(value), 0.2);
  add(value, 0.3);
  if (types === undefined || may(types, numeric)) {
    add(binary(value, "==", atom("0")), 0.4);
    add(binary(value, "<", atom("0")), 0.5);
    add(binary(value, ">", atom("0")), 0.5);
    add(binary(value, "<=", atom("0")), 0.6);
    add(binary(value, "==", atom("1")), 0.6);
    add(binary(value, "<=", atom("1")), 0.6);
    add(binary(value, ">", atom("1")), 0.7);
    add(binary(binary(value, "%", atom("2")), "==", atom("0")), 0.8);
    add(binary(binary(value, "%", atom("2")), "!=", atom("0")), 0.8);
  }
  if (types !== undefined && may(types, sized)) {
    add(binary(call("len", value), "==", atom("0")), 0.5);
    add(binary(call("len", value), "==", atom("1")), 0.6);
    add(binary(call("len", value), ">", atom("1")), 0.7);
  }
  if (types?.has("NoneType")) add(binary(value, "is not", atom("None")), 0.3);
  if (types?.has("NoneType")) add(binary(value, "is", atom("None")), 0.3);
}

function ofTwo(add: (code: Code, detail: number) => void, a: TypedVariable, b: TypedVariable): void {
  const [x, y] = [atom(a.name), atom(b.name)];
  const [xs, ys] = [a.types, b.types];
  if (xs === undefined || ys === undefined) return;
  const numbers = surely(xs, numeric) && surely(ys, numeric);
  const texts = surely(xs, textual) && surely(ys, textual);
  if (numbers || texts) {
    for (const symbol of ["==", "!=", "<", ">", "<=", ">="])
      add(binary(x, symbol, y), symbol.length > 1 && symbol !== "==" ? 0.7 : 0.5);
  }
  for (const [one, many, group] of [
    [x, y, ys],
    [y, x, xs],
  ] as const) {
    if (!surely(group, sized) || numbers) continue;
    if (surely(group, textual) && !texts) continue;
    add(binary(one, "in", many), 0.6);
    add(binary(one, "not in", many), 0.6);
  }
  for (const [one, many, ones, manys] of [
    [x, y, xs, ys],
    [y, x, ys, xs],
  ] as const) {
    if (!surely(ones, numeric) || !surely(manys, sequences)) continue;
    add(binary(one, "<", call("len", many)), 0.6);
    add(binary(one, ">=", call("len", many)), 0.6);
    add(binary(one, "==", call("len", many)), 0.7);
  }
}
