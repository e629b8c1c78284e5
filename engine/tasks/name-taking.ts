import { isAskedFor } from "../checks/missing-name.ts";
import type { DataOf } from "../findings/data.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { Alias, Attribute, Node } from "../tree/nodes.ts";
import { fileOf, type ImportedModule, type ImportPlace } from "./own-modules.ts";
import { attributesOf, rootOf } from "../tree/written-names.ts";

/** What mypy says a module lacks. */
export type Missing = DataOf<"missing import"> | DataOf<"missing attribute">;

/** The name that is taken, where, and from which file. */
export type Taking = Readonly<{ node: Node; name: string; module: string; from: string; exception: string }>;

/** The import or the attribute that a message on this line is about, where it reaches a file of the same program. */
export function findTaking(
  { data, line }: Readonly<{ data: Missing; line: number }>,
  facts: ProgramFacts,
  place: ImportPlace,
): Taking | undefined {
  const isThere = ({ start }: Node): boolean => facts.tree.positions.lineOf(start) === line;
  if (data.kind === "missing import") {
    for (const node of facts.all("ImportFrom").filter(isThere)) {
      const alias = node.names.find(({ name }) => name === data.name);
      const from = alias && fileOf(node, place);
      if (from !== undefined)
        return { node: alias!, name: data.name, module: written(node), from, exception: "ImportError" };
    }
    return undefined;
  }
  const node = facts
    .all("Attribute")
    .find((each) => each.attr === data.attribute && each.ctx === "Load" && isThere(each));
  const imported = node && importedBy(node, facts);
  const from = imported && fileOf(imported, place);
  const root = node && rootOf(node);
  if (from === undefined || (root?.kind === "Name" && isAskedFor(facts, root.id))) return undefined;
  return { node: node!, name: data.attribute, module: written(imported!), from, exception: "AttributeError" };
}

/** As Python writes it: `..names`. */
function written({ level, module }: ImportedModule): string {
  return ".".repeat(level) + (module ?? "");
}

/** The module that `shop.pricing` is in `shop.pricing.total`, where only imports bind its first name. */
function importedBy(node: Attribute, { names }: ProgramFacts): ImportedModule | undefined {
  const root = rootOf(node);
  const bindings = root.kind === "Name" ? (names.variableOf(root)?.bindings ?? []) : [];
  if (bindings.length === 0 || !bindings.every((each) => each.kind === "Alias")) return undefined;
  const roots = bindings.map((each) => bindingOf(each as Alias));
  const [first] = roots;
  if (!first || roots.some((each) => !each || written(each) !== written(first))) return undefined;
  const below = attributesOf(node).slice(0, -1);
  return { level: first.level, module: [...(first.module ? [first.module] : []), ...below].join(".") };
}

/** What an import binds its name to, if that is a module. */
function bindingOf({ name, asname, parent }: Alias): ImportedModule | undefined {
  if (parent?.kind === "Import") return { level: 0, module: (asname ?? false) ? name : name.split(".")[0]! };
  if (parent?.kind !== "ImportFrom") return undefined;
  return { level: parent.level, module: parent.module === undefined ? name : `${parent.module}.${name}` };
}
