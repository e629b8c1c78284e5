import { missingAttributeData } from "../findings/data.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { hasName, nearestName } from "../library/modules.ts";
import { mayBeThere } from "../library/versions.ts";
import type { Variable } from "../program/scopes.ts";
import type { Alias, Attribute, Node } from "../tree/nodes.ts";
import type { Check, Finding } from "./check.ts";
import { newerNames } from "./newer-names.ts";
import { isName } from "../tree/written-names.ts";

export const missingName: Check = {
  id: "missing-name",
  severity: "error",
  *find(facts) {
    for (const node of facts.all("ImportFrom")) {
      if (node.level > 0 || node.module === undefined || isConditional(node)) continue;
      for (const alias of node.names) {
        if (alias.name !== "*" && lacks(facts, node.module, alias.name))
          yield missingImport(alias, node.module);
      }
    }
    const modules = new Map<Variable, string | undefined>();
    const reads: { node: Attribute; module: string }[] = [];
    for (const node of facts.all("Attribute")) {
      const variable = node.value.kind === "Name" ? facts.names.variableOf(node.value) : undefined;
      if (variable === undefined || node.ctx !== "Load") continue;
      if (!modules.has(variable)) modules.set(variable, moduleOf(facts, variable));
      const module = modules.get(variable);
      if (module === undefined) continue;
      reads.push({ node, module });
      if (lacks(facts, module, node.attr) && !isConditional(node)) yield missingMember(node, module);
    }
    yield* newerNames(facts, reads);
  },
};

/** Neither the Python that the text is for nor a later one has the name. */
function lacks({ python }: ProgramFacts, module: string, name: string): boolean {
  return hasName(module, name) === false && !mayBeThere(python, module, name);
}

function missingImport(node: Alias, module: string): Finding {
  const { name } = node;
  const suggestions = nearestNames(module, name);
  const message = complaint(module, name, "ImportError", suggestions);
  return { node, message, data: { kind: "missing import", module, name, suggestions } };
}

function missingMember(node: Attribute, module: string): Finding {
  const suggestions = nearestNames(module, node.attr);
  const message = complaint(module, node.attr, "AttributeError", suggestions);
  return { node, message, data: missingAttributeData(node.attr, { is: "module" }, suggestions) };
}

function nearestNames(module: string, name: string): readonly string[] {
  const nearest = nearestName(module, name);
  return nearest === undefined ? [] : [nearest];
}

export function complaint(
  module: string,
  name: string,
  exception: string,
  [nearest]: readonly string[],
): string {
  const hint = nearest === undefined ? "Check the module's documentation." : `Did you mean \`${nearest}\`?`;
  return `The module \`${module}\` has no \`${name}\`: this raises ${exception}. ${hint}`;
}

/** What stands under a condition or in a `try` may be meant for another version of Python. */
export function isConditional(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === "If" && isTop(at)) return true;
    if (at.kind === "Try" || at.kind === "IfExp") return true;
  }
  return false;
}

/** A condition at the top of a module decides what is defined at all. */
function isTop(node: Node): boolean {
  return node.parent?.kind === "Module" || node.parent?.kind === "If" || node.parent?.kind === "ClassDef";
}

/** The module a name stands for, where one import binds it and nothing is ever set on it. */
function moduleOf(facts: ProgramFacts, { name, bindings, mentions }: Variable): string | undefined {
  const [only] = bindings;
  if (bindings.length !== 1 || only?.kind !== "Alias" || only.parent?.kind !== "Import") return undefined;
  if (only.asname === undefined || only.asname === null ? only.name.includes(".") : false) return undefined;
  const isChanged = mentions.some(({ parent }) => parent?.kind === "Attribute" && parent.ctx !== "Load");
  return isChanged || isAskedFor(facts, name) ? undefined : only.name;
}

/** `hasattr(math, …)` and `setattr(math, …)`: the text itself asks what the module has. */
export function isAskedFor(facts: ProgramFacts, name: string): boolean {
  return facts
    .all("Call")
    .some(
      ({ func, args }) =>
        func.kind === "Name" &&
        ["hasattr", "setattr", "getattr", "vars", "dir"].includes(func.id) &&
        isName(args[0], name),
    );
}
