import { isCaught } from "../program/caught.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { Attribute, Name } from "../tree/nodes.ts";
import type { Check } from "./check.ts";

/** What other languages call on strings and lists, and no type of Python's own has. */
const remedies: Readonly<Record<string, string>> = {
  length: "`len(…)`",
  charAt: "`[…]`",
  charCodeAt: "`ord(…)`",
  substring: "a slice, `[…:…]`",
  substr: "a slice, `[…:…]`",
  indexOf: "`index` or `find`",
  lastIndexOf: "`rindex` or `rfind`",
  toString: "`str(…)`",
  equals: "`==`",
  compareTo: "`<` and `==`",
  compare: "`<` and `==`",
  push_back: "`append`",
  pop_back: "`pop`",
  isEmpty: "`not …`",
  toLowerCase: "`lower`",
  toUpperCase: "`upper`",
  toCharArray: "`list(…)`",
  startsWith: "`startswith`",
  endsWith: "`endswith`",
};

export const foreignMethod: Check = {
  id: "foreign-method",
  severity: "error",
  *find(facts) {
    // Where there are classes, or modules that may bring some, the method may be theirs.
    if (facts.classes.length > 0 || !facts.all("Import", "ImportFrom").every(bringsNoMethods)) return;
    for (const node of facts.all("Attribute")) {
      if (!Object.hasOwn(remedies, node.attr) || !isCalledOnItems(facts, node) || isCaught(node)) continue;
      const message = `No string, list or other sequence of Python has \`${node.attr}\`: this raises AttributeError. Use ${remedies[node.attr]}.`;
      yield { node, message, data: { kind: "foreign method", method: node.attr } };
    }
  },
};

const plainModules = new Set([
  "math",
  "typing",
  "collections",
  "itertools",
  "functools",
  "heapq",
  "bisect",
  "random",
  "re",
  "string",
  "sys",
  "operator",
]);

function bringsNoMethods(
  node: { names: readonly { name: string }[] } & (
    | { kind: "Import" }
    | { kind: "ImportFrom"; module: string | undefined }
  ),
): boolean {
  if (node.kind === "ImportFrom") return plainModules.has(node.module ?? "");
  return node.names.every(({ name }) => plainModules.has(name));
}

/** Called on a name that is also asked for items by number or for its length, and never given anything else. */
function isCalledOnItems(facts: ProgramFacts, { value, parent, ...node }: Attribute): boolean {
  if (
    parent?.kind !== "Call" ||
    parent.func.start !== node.start ||
    parent.func.end !== node.end ||
    value.kind !== "Name"
  )
    return false;
  return facts.names.variableOf(value)?.mentions.some((use) => isSequenceUse(use)) ?? false;
}

function isSequenceUse({ parent, ...use }: Name): boolean {
  if (parent?.kind === "Call") return parent.func.kind === "Name" && parent.func.id === "len";
  return parent?.kind === "Subscript" && parent.value.start === use.start;
}
