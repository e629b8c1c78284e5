import type { Expression, Node } from "../tree/nodes.ts";
import type { PolicyFacts, ReportFinding, Rule } from "./rule.ts";

const deciding =
  /^(?:is_(?:admin|staff|superuser|authenticated|authorized|authorised|owner|active_user|logged_in|moderator)|has_(?:perm|permission|permissions|role|access|scope)|can_(?:edit|delete|access|view|write|read|manage)|authorized|authorised|authenticated|check_password|verify_(?:password|token|signature)|validate_(?:token|csrf|csrf_token)|permission|permissions|role|roles|access_level|compare_digest|check_permission|user_can|is_allowed)$/;

function isInTest(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent)
    if (
      (at.kind === "FunctionDef" || at.kind === "AsyncFunctionDef" || at.kind === "ClassDef") &&
      /^test|Test/.test(at.name)
    )
      return true;
  return false;
}

function decides(test: Expression): boolean {
  const parts: Expression[] = [test];
  for (let steps = 0; parts.length > 0 && steps < 40; steps += 1) {
    const part = parts.pop()!;
    if (part.kind === "Name" && deciding.test(part.id)) return true;
    if (part.kind === "Attribute") {
      if (deciding.test(part.attr)) return true;
      parts.push(part.value);
    } else if (part.kind === "Call") parts.push(part.func);
    else if (part.kind === "Compare") parts.push(part.left, ...part.comparators);
    else if (part.kind === "BoolOp") parts.push(...part.values);
    else if (part.kind === "UnaryOp") parts.push(part.operand);
    else if (part.kind === "Subscript") parts.push(part.value);
  }
  return false;
}

function finish({ tree }: PolicyFacts, report: ReportFinding): void {
  let isInFunction: boolean;
  for (const node of tree.nodes) {
    if (node.kind !== "Assert" || !decides(node.test) || isInTest(node)) continue;
    isInFunction = false;
    for (let at: Node | undefined = node.parent; at; at = at.parent)
      isInFunction ||= at.kind === "FunctionDef" || at.kind === "AsyncFunctionDef";
    if (isInFunction)
      report(
        node,
        "warning",
        "Python removes assertions when it runs with -O, so this check disappears; raise an exception instead.",
        { confidence: "medium" },
      );
  }
}

/** Decides who may do something with an assertion. */
export const assertAuthorisation: Rule = { id: "assert-authorisation", cwe: "CWE-617", finish };
