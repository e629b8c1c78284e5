import { isCalled } from "../../program/roles.ts";
import { definitionOf } from "../../program/classes.ts";
import { offers } from "../../library/modules.ts";
import type { Alias, Attribute, Name } from "../../tree/nodes.ts";
import type { Found, RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { insertion } from "../../text/splices.ts";

/** A module and the thing of the same name in it, such as `datetime`, taken for each other. */
export const moduleNamesake: Repair = {
  id: "module-namesake",
  kind: "certain",
  *propose(program) {
    const names = new Map(program.facts.all("Name").map((node) => [node.start, node]));
    const done = new Set<Name>();
    for (const found of program.found("mypy:operator", "mypy:attr-defined")) {
      const node = names.get(found.start ?? -1);
      const alias = node && definitionOf(program.facts, node);
      if (!node || alias?.kind !== "Alias" || done.has(node)) continue;
      done.add(node);
      const rewrite = asMember(node, alias, found) ?? asModule(program, node, alias, found);
      if (rewrite) yield rewrite;
    }
  },
};

/** What people ask of the class `datetime` and the module does not have. */
const ofDatetime =
  /^(?:now|today|utcnow|strptime|combine|fromisoformat|fromtimestamp|utcfromtimestamp|fromordinal)$/;

/** The module is imported, and what is in it is meant: `pprint(x)`, `datetime.now()`. */
function asMember(node: Name, { name, parent }: Alias, { data }: Found): Rewrite | undefined {
  if (parent?.kind !== "Import" || !offers(name, name)) return undefined;
  const isModuleCalled = data?.kind === "module called" && isCalled(node);
  const attr = node.parent?.kind === "Attribute" ? node.parent.attr : "";
  const isLacking = data?.kind === "missing attribute" && data.owner.is === "module";
  const isMethodOfClass = isLacking && name === "datetime" && ofDatetime.test(attr);
  if (!isModuleCalled && !isMethodOfClass) return undefined;
  const description = `wrote \`${node.id}.${name}\` for \`${node.id}\`, which is the module`;
  return { splices: [insertion(node.end, `.${name}`)], description };
}

/** What is in the module is imported, and the module is meant: `datetime.datetime.now()`, `datetime.timedelta(days=1)`. */
function asModule(
  program: RepairableProgram,
  node: Name,
  alias: Alias,
  { data }: Found,
): Rewrite | undefined {
  const attribute = node.parent;
  const source = alias.parent;
  if (attribute?.kind !== "Attribute" || source?.kind !== "ImportFrom" || source.level > 0) return undefined;
  const { attr, end } = attribute;
  const isLacking =
    data?.kind === "missing attribute" && data.attribute === attr && data.suggestions.length === 0;
  if (!isLacking || source.module !== alias.name || node.id !== alias.name || !offers(alias.name, attr))
    return undefined;
  const splices = [{ start: node.start, end, text: attr }];
  const description = `wrote \`${attr}\` for \`${node.id}.${attr}\``;
  if (attr === alias.name) return { splices, description };
  const importing = importOf(program, attribute, alias);
  return importing && { splices: [...importing, ...splices], description, at: node.start };
}

/** The name is added to the import, unless it is there; undefined when it stands for something else. */
function importOf({ facts, text }: RepairableProgram, { attr, ...node }: Attribute, alias: Alias) {
  const bound = facts.names.lookUp(node.value, attr)?.bindings ?? [];
  if (bound.some((each) => each.parent !== alias.parent)) return undefined;
  if (bound.length > 0) return [];
  return text.slice(alias.start, alias.end) === alias.name ? [insertion(alias.end, `, ${attr}`)] : undefined;
}
