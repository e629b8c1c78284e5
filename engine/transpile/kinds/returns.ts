import type { Expression, FunctionDef } from "../../tree/nodes.ts";
import type { Flow } from "../../program/flow.ts";
import type { Shape } from "../../program/shapes.ts";
import { joinAll, type ValueKind } from "./kind.ts";

/** What a function gives. */
export function returnKind(
  node: FunctionDef,
  { isGenerator, returns }: Shape,
  flow: Flow,
  of: (node: Expression) => ValueKind,
): ValueKind {
  if (isGenerator) return "iterator";
  const kinds = returns.map(({ value }): ValueKind => (value ? of(value) : "none"));
  return joinAll(flow.endOf(node.body) >= 0 ? kinds : [...kinds, "none"]);
}
