import { shown } from "../evaluate/describe.ts";
import { isCaught } from "../program/caught.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { Call, Node, While } from "../tree/nodes.ts";
import type { Check } from "./check.ts";
import { isName } from "../tree/written-names.ts";

export const endlessTaking: Check = {
  id: "endless-taking",
  severity: "error",
  *find(facts) {
    for (const loop of facts.all("While")) {
      const taking = isEndless(loop) && hasMoreBehind(loop) ? takingIn(facts, loop) : undefined;
      if (!taking || isCaught(taking)) continue;
      const message = `The loop never checks whether anything is left, and the code after it is never reached: once ${shown((taking.func as { value: Node }).value)} is empty, this raises IndexError. Loop while it is not empty.`;
      yield { node: taking, message };
    }
  },
};

function isEndless({ test }: While): boolean {
  return (
    test.kind === "Constant" &&
    (test.value.type === "bool" || test.value.type === "int") &&
    Boolean(test.value.value)
  );
}

/** Whether statements follow the loop that were meant to be reached. */
function hasMoreBehind(loop: While): boolean {
  const { parent } = loop;
  if (!parent || !("body" in parent) || !Array.isArray(parent.body)) return false;
  const body = parent.body as readonly Node[];
  return body.indexOf(loop) >= 0 && body.indexOf(loop) < body.length - 1;
}

/** `name.pop()` at the top of the loop, where nothing in the loop looks at whether `name` holds anything. */
function takingIn(facts: ProgramFacts, loop: While): Call | undefined {
  const parts = facts.parts(loop);
  if (parts.some(({ kind }) => kind === "Break" || kind === "Raise")) return undefined;
  const [first] = loop.body;
  const call = first?.kind === "Assign" ? first.value : first?.kind === "Expr" ? first.value : undefined;
  if (call?.kind !== "Call" || call.func.kind !== "Attribute" || call.func.value.kind !== "Name")
    return undefined;
  if (!["pop", "popleft"].includes(call.func.attr) || call.func.value === undefined) return undefined;
  const name = call.func.value.id;
  const isKeyed = call.args.length > 0 && !(call.args[0]!.kind === "Constant");
  const isTested = parts.some(
    (part) => isName(part, name) && part.ctx === "Load" && part.parent?.kind !== "Attribute",
  );
  return isKeyed || isTested ? undefined : call;
}
