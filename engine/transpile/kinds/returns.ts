import type { Expression, FunctionDef, Node, Statement } from "../../tree/nodes.ts";
import type { Flow } from "../../program/flow.ts";
import { childrenOf } from "../children.ts";
import { joinAll, type ValueKind } from "./kind.ts";

/** The nodes of a function's own body, without those of functions inside it. */
export function ownNodes(root: FunctionDef): {
  returns: Extract<Statement, { kind: "Return" }>[];
  yields: boolean;
} {
  const returns: Extract<Statement, { kind: "Return" }>[] = [];
  let yields = false;
  const waiting: Node[] = [...root.body];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.kind === "Return") returns.push(node);
    if (node.kind === "Yield" || node.kind === "YieldFrom") yields = true;
    if (node.kind === "FunctionDef" || node.kind === "Lambda" || node.kind === "ClassDef") continue;
    waiting.push(...childrenOf(node));
  }
  return { returns, yields };
}

/** What a function gives. */
export function returnKind(
  node: FunctionDef,
  inside: ReturnType<typeof ownNodes>,
  flow: Flow,
  of: (node: Expression) => ValueKind,
): ValueKind {
  if (inside.yields) return "iterator";
  const kinds = inside.returns.map(({ value }): ValueKind => (value ? of(value) : "none"));
  return joinAll(flow.endOf(node.body) >= 0 ? kinds : [...kinds, "none"]);
}
