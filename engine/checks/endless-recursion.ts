import { maySwallow } from "../program/caught.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { neverEnds } from "../program/recursion.ts";
import { selfCalls } from "../program/self-calls.ts";
import { isStuck } from "../program/stuck-recursion.ts";
import type { Attribute, Call, FunctionDef, Node } from "../tree/nodes.ts";
import type { Check, Finding } from "./check.ts";
import { provenBy } from "./failures.ts";
import { lastName } from "../tree/written-names.ts";

const proven = provenBy("endless-recursion");

export const endlessRecursion: Check = {
  id: "endless-recursion",
  severity: "error",
  *find(facts) {
    const said = new Set<Node>();
    const catches = isCatching(facts);
    for (const definition of facts.functions) {
      const found = endlessCall(facts, definition, catches) ?? endlessProperty(facts, definition);
      if (!found) continue;
      said.add(found.node);
      yield found;
    }
    for (const finding of proven.find(facts)) if (!said.has(finding.node)) yield finding;
  },
};

function endlessCall(facts: ProgramFacts, definition: FunctionDef, catches: boolean): Finding | undefined {
  if (definition.kind !== "FunctionDef" || facts.shapes.of(definition).isGenerator) return undefined;
  const calls = selfCalls(facts, definition);
  if (calls.length === 0) return undefined;
  // What the function raises itself may be what ends it.
  if (catches && facts.parts(definition).some((part) => mayRaise(definition, part))) return undefined;
  const always = calls.find(({ conditions }) => conditions?.length === 0);
  if (always) return complaint(always.node, `\`${definition.name}\` always calls itself`);
  const stuck = calls.find((call) => isStuck(facts, definition, call));
  if (stuck)
    return complaint(
      stuck.node,
      `\`${definition.name}\` calls itself with the same argument once one item is left`,
    );
  if (!neverEnds(facts, definition, calls)) return undefined;
  return complaint(calls[0]!.node, `No call of \`${definition.name}\` reaches its base case`);
}

function isCatching(facts: ProgramFacts): boolean {
  return (
    [...facts.all("Try"), ...facts.all("TryStar")].some(({ handlers }) => handlers.length > 0) ||
    facts.all("With").some(({ items }) => items.some(({ context_expr }) => maySwallow(context_expr)))
  );
}

/** Whether a part of a function may raise something once what it is given has been used up. */
function mayRaise({ name }: FunctionDef, part: Node): boolean {
  if (part.kind === "Subscript" || part.kind === "Raise" || part.kind === "Assert") return true;
  if (part.kind === "BinOp")
    return ["Div", "FloorDiv", "Mod"].includes(part.op) && part.right.kind !== "Constant";
  if (part.kind !== "Call") return false;
  const called = lastName(part.func);
  return called !== name && !["print", "len", "str", "repr", "isinstance"].includes(called);
}

function complaint(node: Call | Attribute, what: string): Finding {
  const message = `${what}: this raises RecursionError. Return before the call, and pass a smaller argument each time.`;
  return { node, message };
}

/** `x` that reads `self.x`: a property that asks itself. */
function endlessProperty(facts: ProgramFacts, definition: FunctionDef): Finding | undefined {
  const [decorator] = definition.decorator_list;
  if (definition.decorator_list.length !== 1 || definition.parent?.kind !== "ClassDef") return undefined;
  const isGetter = decorator!.kind === "Name" && decorator!.id === "property";
  const isSetter = decorator!.kind === "Attribute" && decorator!.attr === "setter";
  const self = definition.args.args[0]?.arg;
  const [statement] = definition.body.filter(({ kind }, at) => at > 0 || kind !== "Expr" || isSetter);
  if ((!isGetter && !isSetter) || !statement) return undefined;
  const kind = isGetter ? "Return" : "Assign";
  if (statement.kind !== kind) return undefined;
  const found = facts
    .parts(statement)
    .find(
      (node) =>
        node.kind === "Attribute" &&
        node.attr === definition.name &&
        node.value.kind === "Name" &&
        node.value.id === self &&
        node.ctx === (isGetter ? "Load" : "Store"),
    );
  const isDirect =
    found?.parent === statement ||
    (isGetter && found?.parent?.kind === "BinOp" && found.parent.parent === statement);
  return found && isDirect
    ? complaint(
        found as Attribute,
        `The property \`${definition.name}\` uses itself; keep the value under another name, such as \`_${definition.name}\``,
      )
    : undefined;
}
