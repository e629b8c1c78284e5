import { isCalled } from "../../program/roles.ts";
import type { Variable } from "../../program/scopes.ts";
import type { Repair } from "../repair.ts";
import { methodAround } from "./members.ts";
import { nodesAt } from "../nodes-at.ts";

/** `self.name(…)` where the object has no such method and a function of that name is in sight: `self.` is too much. */
export const needlessSelfPrefix: Repair = {
  id: "needless-self-prefix",
  kind: "certain",
  *propose(program) {
    for (const { start, data } of program.about("missing attribute", "python:missing-attribute")) {
      const node = nodesAt(program, "Attribute", start).find(({ attr }) => attr === data.attribute);
      const { facts } = program;
      if (node?.value.kind !== "Name" || node.value.id !== "self" || !isCalled(node)) continue;
      const inSight = facts.names.lookUp(node, node.attr);
      if (!methodAround(facts, node.value) || !inSight || !isFunction(inSight)) continue;
      yield {
        splices: [{ start: node.start, end: node.end, text: node.attr }],
        description: `wrote \`${node.attr}\` for \`self.${node.attr}\``,
      };
    }
  },
};

/** What is defined or imported once, from a module: a name of a loop or of an argument may be anything. */
function isFunction({ bindings }: Variable): boolean {
  const [only] = bindings;
  if (bindings.length !== 1 || !only) return false;
  return only.kind === "FunctionDef" || (only.kind === "Alias" && only.parent?.kind === "ImportFrom");
}
