import type { Node } from "../tree/nodes.ts";
import type { PolicyFacts, ReportFinding, Rule } from "./rule.ts";
import { functionAround } from "../tree/around.ts";

const digests = /^hmac\.(?:new\(\)\.(?:hex)?digest|digest)$/;

function isEquality(node: Node | undefined): boolean {
  return node?.kind === "Compare" && node.ops.length === 1 && /^(?:Eq|NotEq)$/.test(node.ops[0]!);
}

/** The comparisons of what a node stands for: it is compared itself, or under the name it is given. */
function comparisonsOf({ tree }: PolicyFacts, node: Node): Node[] {
  const { parent } = node;
  if (parent && isEquality(parent)) return [parent];
  const [target] = parent?.kind === "Assign" ? parent.targets : [];
  if (target?.kind !== "Name") return [];
  const around = functionAround(node);
  return tree.nodes.filter(
    (one) =>
      one.kind === "Compare" &&
      isEquality(one) &&
      [one.left, ...one.comparators].some((side) => side.kind === "Name" && side.id === target.id) &&
      functionAround(one) === around,
  );
}

function finish(facts: PolicyFacts, report: ReportFinding): void {
  for (const [path, sites] of facts.calls)
    if (digests.test(path))
      for (const { node } of sites)
        for (const comparison of comparisonsOf(facts, node))
          report(
            comparison,
            "warning",
            "== stops at the first difference, so its timing reveals the right signature step by step; use hmac.compare_digest.",
            { confidence: "medium" },
          );
}

/** Compares a signature so that it can be guessed by the time that takes. */
export const timingComparison: Rule = { id: "timing-comparison", cwe: "CWE-208", finish };
