import type { ProgramFacts } from "../program/facts.ts";
import { onlyValue } from "../program/lengths.ts";
import type { Expression, Name, Node } from "../tree/nodes.ts";
import type { Check } from "./check.ts";
import { isName } from "../tree/written-names.ts";
import { callsBuiltin } from "../program/builtin-names.ts";

export const neverFilled: Check = {
  id: "never-filled",
  severity: "error",
  *find(facts) {
    for (const { kind, owner, variables } of facts.names.scopes) {
      if (kind !== "function" || owner.kind === "Lambda") continue;
      for (const [name, variable] of variables) {
        const [binding] = variable.bindings;
        const value = binding?.kind === "Name" ? onlyValue(facts, binding) : undefined;
        if (!value || !isEmpty(facts, value)) continue;
        const uses = variable.mentions.filter((use) => use !== binding);
        const asked = uses.find(isAsked);
        if (!asked || !uses.every((use) => isLookedAt(facts, use)) || !endsASearch(facts, asked)) continue;
        const message = `Nothing is ever added to \`${name}\`, so this test always gives the same result. Add the items already seen to it, or remove the test.`;
        yield { node: asked, message };
      }
    }
  },
};

function isEmpty(facts: ProgramFacts, node: Expression): boolean {
  if (node.kind === "List") return node.elts.length === 0;
  if (node.kind === "Dict") return node.values.length === 0;
  if (node.kind !== "Call" || node.args.length + node.keywords.length > 0) return false;
  return callsBuiltin(facts, node, "set", "list", "dict");
}

/** Where it is to keep something from going in circles: in a loop that goes on, or in a function that calls itself. */
function endsASearch(facts: ProgramFacts, asked: Node): boolean {
  for (let node = asked.parent; node; node = node.parent) {
    if (node.kind === "While") return true;
    if (node.kind !== "FunctionDef" && node.kind !== "AsyncFunctionDef") continue;
    const { name } = node;
    return facts.parts(node).some((part) => part.kind === "Call" && isName(part.func, name));
  }
  return false;
}

/** `x in name`. */
function isAsked({ parent, ...use }: Name): boolean {
  if (parent?.kind !== "Compare") return false;
  const at = parent.comparators.findIndex(({ start }) => start === use.start);
  return at >= 0 && (parent.ops[at] === "In" || parent.ops[at] === "NotIn");
}

function isLookedAt(facts: ProgramFacts, use: Name): boolean {
  const { parent } = use;
  if (isAsked(use)) return true;
  return (
    parent?.kind === "Call" &&
    callsBuiltin(facts, parent, "len", "print", "sorted") &&
    parent.args.includes(use)
  );
}
