import { callsBuiltin } from "../program/builtin-names.ts";
import { methodIn, pythonForAny } from "../library/foreign-methods.ts";
import { isCaught } from "../program/caught.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { standsAlone } from "../program/stand-alone.ts";
import type { Attribute, Name } from "../tree/nodes.ts";
import type { Check } from "./check.ts";

/** Names that no type of Python's own has, nor of the packages that small programs use. */
const foreign = new Set(
  `length charAt charCodeAt substring substr indexOf lastIndexOf toString equals compareTo compare push_back pop_back
  isEmpty toLowerCase toUpperCase toCharArray startsWith endsWith`.split(/\s+/),
);

export const foreignMethod: Check = {
  id: "foreign-method",
  severity: "error",
  *find(facts) {
    // Where there are modules that may bring classes, the method may be theirs.
    if (!standsAlone(facts) || addsMethods(facts)) return;
    const own = namesOfClasses(facts);
    for (const node of facts.all("Attribute")) {
      if (!foreign.has(node.attr) || own.has(node.attr)) continue;
      if (!isCalledOnItems(facts, node) || isCaught(node)) continue;
      const message = `Python strings, lists and other sequences have no \`${node.attr}\`: this raises AttributeError. Use ${remedyFor(node.attr)}.`;
      yield { node, message, data: { kind: "foreign method", method: node.attr } };
    }
  },
};

/** Whether methods may come from elsewhere than a class's body: looked up, or put in by a name that is put together. */
function addsMethods(facts: ProgramFacts): boolean {
  return (
    facts.functions.some(({ name }) => name === "__getattr__" || name === "__getattribute__") ||
    facts.all("Name").some(({ id }) => id === "setattr") ||
    facts.all("Call").some((call) => callsBuiltin(facts, call, "type") && call.args.length === 3)
  );
}

/** What the classes of the text define or set, and what its strings name. */
function namesOfClasses(facts: ProgramFacts): ReadonlySet<string> {
  return new Set([
    ...facts.functions.map(({ name }) => name),
    ...facts.all("Attribute").flatMap(({ attr, ctx }) => (ctx === "Load" ? [] : [attr])),
    ...facts.classes.flatMap((owner) => [...facts.names.inside(owner)!.variables.keys()]),
    // `namedtuple("Line", "length width")`
    ...facts.all("Constant").flatMap(({ value }) => (value.type === "str" ? value.value.split(/\W+/) : [])),
  ]);
}

/** `append`, `len(…)`, `[…]`, `==`: what Python has, without the value that it is asked of. */
function remedyFor(method: string): string {
  const ways = pythonForAny(method).map(
    (python) => methodIn(python) ?? withoutValue(python.replace(/\b[xab]\b/g, "…")),
  );
  return ways.map((way) => `\`${way}\``).join(" or ");
}

function withoutValue(python: string): string {
  return python.startsWith("…") ? python.slice(1).trimStart().replace(/\s…$/, "") : python;
}

/** Called on a name that is also indexed by number or passed to `len()`, and never given anything else. */
function isCalledOnItems(facts: ProgramFacts, { value, parent, ...node }: Attribute): boolean {
  if (
    parent?.kind !== "Call" ||
    parent.func.start !== node.start ||
    parent.func.end !== node.end ||
    value.kind !== "Name"
  )
    return false;
  return facts.names.variableOf(value)?.mentions.some((use) => isSequenceUse(facts, use)) ?? false;
}

function isSequenceUse(facts: ProgramFacts, { parent, ...use }: Name): boolean {
  if (parent?.kind === "Call") return callsBuiltin(facts, parent, "len");
  return parent?.kind === "Subscript" && parent.value.start === use.start;
}
