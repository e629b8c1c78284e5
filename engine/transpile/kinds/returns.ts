import type { Expression, FunctionDef, Node, Statement } from "../../tree/nodes.ts";
import { childrenOf, everyNode } from "../children.ts";
import { joinAll, type Kind } from "./kind.ts";

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
  of: (node: Expression) => Kind,
): Kind {
  if (inside.yields) return "iterator";
  const kinds = inside.returns.map(({ value }): Kind => (value ? of(value) : "none"));
  return joinAll(leaves(node.body) ? kinds : [...kinds, "none"]);
}

/** Does a block always end by return or raise? */
export function leaves(block: readonly Statement[]): boolean {
  const last = block.at(-1);
  if (last?.kind === "Return" || last?.kind === "Raise") return true;
  if (last?.kind === "If") return last.orelse.length > 0 && leaves(last.body) && leaves(last.orelse);
  if (last?.kind === "While")
    return (
      last.test.kind === "Constant" &&
      last.test.value.type === "bool" &&
      last.test.value.value &&
      ![...everyNode(last)].some(({ kind }) => kind === "Break")
    );
  return false;
}
