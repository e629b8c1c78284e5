import type { ProgramFacts } from "../program/facts.ts";
import type { Scope } from "../program/scopes.ts";
import type { Call, Name } from "../tree/nodes.ts";
import type { Check } from "./check.ts";
import { callsBuiltin } from "../program/builtin-names.ts";

export const unclosedFile: Check = {
  id: "unclosed-file",
  severity: "warning",
  *find(facts) {
    for (const node of facts.all("Call")) {
      if (!callsBuiltin(facts, node, "open") || !isLeftOpen(facts, node)) continue;
      const message =
        "This file is never closed: written data may be lost, and the handle stays open. Open it in a `with` statement.";
      yield { node, message };
    }
  },
};

/** Whether the file is used where it is opened, or under a name that is never closed and goes nowhere else. */
function isLeftOpen(facts: ProgramFacts, node: Call): boolean {
  const { parent } = node;
  if (parent?.kind === "Expr" || parent?.kind === "For") return true;
  if (parent?.kind === "Attribute") return parent.attr !== "close";
  if (parent?.kind !== "Assign" || parent.targets.length !== 1 || parent.targets[0]!.kind !== "Name")
    return false;
  const [target] = parent.targets as [Name];
  const { scope, mentions } = facts.names.variableOf(target)!;
  if (scope.kind === "module" && !mentions.every((use) => facts.names.scopeOf(use) === scope)) return false;
  return mentions.every((use) => use === target || isPlainUse(facts, use, scope));
}

/** Read, written or iterated over, but neither closed nor passed on. */
function isPlainUse(facts: ProgramFacts, use: Name, scope: Scope): boolean {
  const { parent } = use;
  if (facts.names.scopeOf(use) !== scope || use.ctx !== "Load") return false;
  if (parent?.kind === "For" || parent?.kind === "Comprehension") return parent.iter === use;
  return (
    parent?.kind === "Attribute" &&
    parent.parent?.kind === "Call" &&
    parent.attr !== "close" &&
    parent.attr !== "detach" &&
    parent.attr !== "__exit__"
  );
}
