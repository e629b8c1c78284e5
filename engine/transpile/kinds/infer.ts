import type { Tree } from "../../tree/tree.ts";
import type { Expression, FunctionDef } from "../../tree/nodes.ts";
import type { Flow } from "../../program/flow.ts";
import type { Names } from "../../program/names.ts";
import type { Variable } from "../../program/scopes.ts";
import type { Shapes } from "../../program/shapes.ts";
import { kindOf } from "./expressions.ts";
import type { ValueKind } from "./kind.ts";
import { returnKind } from "./returns.ts";
import { variableKind } from "./writes.ts";

export type Kinds = Readonly<{
  of(node: Expression): ValueKind;
  ofVariable(variable: Variable): ValueKind;
}>;

const maxRounds = 12;

/** Finds what kind of value each variable always holds, looking at every place that gives it one. */
export function inferKinds(tree: Tree, names: Names, flow: Flow, shapes: Shapes): Kinds {
  const variables = names.scopes.flatMap((scope) => [...scope.variables.values()]);
  const functions = tree.nodes.filter((node): node is FunctionDef => node.kind === "FunctionDef");
  let known = new Map<Variable, ValueKind>();
  let returned = new Map<FunctionDef, ValueKind>();
  const inside = new Map(functions.map((node) => [node, shapes.of(node)]));

  const of = (node: Expression): ValueKind => kindOf(node, { names, known, returned });
  for (let round = 0; ; round += 1) {
    const next = new Map(variables.map((one) => [one, variableKind(one, names, of, known)]));
    const results = new Map(functions.map((node) => [node, returnKind(node, inside.get(node)!, flow, of)]));
    const settled =
      variables.every((one) => next.get(one) === known.get(one)) &&
      functions.every((one) => results.get(one) === returned.get(one));
    known = next;
    returned = results;
    if (settled) break;
    if (round < maxRounds) continue;
    known = new Map(variables.map((one) => [one, "unknown"]));
    returned = new Map(functions.map((one) => [one, "unknown"]));
    break;
  }
  const remembered = new Map<Expression, ValueKind>();
  return {
    of(node) {
      let kind = remembered.get(node);
      if (kind === undefined) {
        const found = of(node);
        remembered.set(node, (kind = found === "never" ? "unknown" : found));
      }
      return kind;
    },
    ofVariable(variable) {
      const kind = known.get(variable) ?? "unknown";
      return kind === "never" ? "unknown" : kind;
    },
  };
}
