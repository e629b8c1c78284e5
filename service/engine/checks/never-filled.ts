import type { Facts } from "../facts/facts.ts";
import { onlyValue } from "../facts/lengths.ts";
import type { Expression, Name } from "../tree/nodes.ts";
import type { Check } from "./check.ts";

export const neverFilled: Check = {
  id: "never-filled",
  severity: "error",
  *find(facts) {
    for (const region of facts.names.regions) {
      if (region.owner.kind !== "FunctionDef" && region.owner.kind !== "AsyncFunctionDef") continue;
      for (const [name, [binding]] of region.bound) {
        const value = binding?.kind === "Name" ? onlyValue(facts, binding) : undefined;
        if (!value || !isEmpty(facts, value)) continue;
        const uses = facts.names.mentions(region, name).filter((use) => use !== binding);
        const asked = uses.find(isAsked);
        if (!asked || !uses.every(isLookedAt)) continue;
        const message = `Nothing is ever put into \`${name}\`, so this test never finds anything. Add what has been seen to it, or remove the test.`;
        yield { node: asked, message };
      }
    }
  },
};

function isEmpty(facts: Facts, node: Expression): boolean {
  if (node.kind === "List") return node.elts.length === 0;
  if (node.kind === "Dict") return node.values.length === 0;
  if (node.kind !== "Call" || node.func.kind !== "Name" || node.args.length + node.keywords.length > 0)
    return false;
  return ["set", "list", "dict"].includes(node.func.id) && !facts.names.lookUp(node.func, node.func.id);
}

/** `x in name`. */
function isAsked({ parent, ...use }: Name): boolean {
  if (parent?.kind !== "Compare") return false;
  const at = parent.comparators.findIndex(({ start }) => start === use.start);
  return at >= 0 && (parent.ops[at] === "In" || parent.ops[at] === "NotIn");
}

function isLookedAt(use: Name): boolean {
  const { parent } = use;
  if (isAsked(use)) return true;
  return (
    parent?.kind === "Call" &&
    parent.func.kind === "Name" &&
    ["len", "print", "sorted"].includes(parent.func.id) &&
    parent.args.includes(use)
  );
}
