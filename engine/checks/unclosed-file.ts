import type { Facts } from "../program/facts.ts";
import type { Call, Name, Node } from "../tree/nodes.ts";
import type { Check } from "./check.ts";

export const unclosedFile: Check = {
  id: "unclosed-file",
  severity: "warning",
  *find(facts) {
    for (const node of facts.all("Call")) {
      if (!isOpen(facts, node) || !isLeftOpen(facts, node)) continue;
      const message =
        "This file is never closed: what was written may be lost, and the handle is kept. Open it in a `with` statement.";
      yield { node, message };
    }
  },
};

function isOpen(facts: Facts, { func }: Call): boolean {
  if (func.kind !== "Name" || func.id !== "open") return false;
  return facts.names.lookUp(func, "open") === undefined;
}

/** Whether the file is used where it is opened, or under a name that is never closed and goes nowhere else. */
function isLeftOpen(facts: Facts, node: Call): boolean {
  const { parent } = node;
  if (parent?.kind === "Expr" || parent?.kind === "For") return true;
  if (parent?.kind === "Attribute") return parent.attr !== "close";
  if (parent?.kind !== "Assign" || parent.targets.length !== 1 || parent.targets[0]!.kind !== "Name")
    return false;
  const [target] = parent.targets as [Name];
  const region = facts.names.lookUp(target, target.id)!;
  if (region.owner.kind === "Module" && !isPrivate(facts, target)) return false;
  return facts.names
    .mentions(region, target.id)
    .every((use) => use === target || isPlainUse(facts, use, region.owner));
}

/** In a module, a file that only its own top level uses. */
function isPrivate(facts: Facts, target: Name): boolean {
  const region = facts.names.module;
  return facts.names.mentions(region, target.id).every((use) => facts.names.of(use) === region);
}

/** Read from, written to or gone through, but neither closed nor handed on. */
function isPlainUse(facts: Facts, use: Name, owner: Node): boolean {
  const { parent } = use;
  if (facts.names.of(use).owner !== owner || use.ctx !== "Load") return false;
  if (parent?.kind === "For" || parent?.kind === "Comprehension") return parent.iter === use;
  return (
    parent?.kind === "Attribute" &&
    parent.parent?.kind === "Call" &&
    parent.attr !== "close" &&
    parent.attr !== "detach" &&
    parent.attr !== "__exit__"
  );
}
