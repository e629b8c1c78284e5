import { isText } from "../tree/constants.ts";
import type { Name } from "../tree/nodes.ts";
import { readTree } from "../tree/tree.ts";
import { readFacts, type ProgramFacts } from "./facts.ts";

/** How a program gets at the names of a module without writing them. */
const reachesNames = new Set(["exec", "globals", "locals", "vars", "global_enum"]);
const reachesModules = new Set(["__dict__", "modules", "global_enum", "_convert_"]);

/** The names of a module, as far as they can be read off its text. */
export type ModuleNames = Readonly<{
  facts: ProgramFacts;
  /** Whether a statement binds the name at the top, on whatever condition. */
  binds(name: string): boolean;
  /** The names in `__all__`, where it is one list of texts; null where there is none. */
  exported: ReadonlySet<string> | null | undefined;
  /** Names may be bound that are written nowhere in the text. */
  isOpen: boolean;
}>;

/** Undefined where the text cannot be read. */
export function readModuleNames(text: string): ModuleNames | undefined {
  const tree = readTree(text);
  if (!tree) return undefined;
  const facts = readFacts(tree);
  const { variables } = facts.names.module;
  return {
    facts,
    binds: (name) => variables.has(name),
    exported: exportedBy(facts),
    isOpen:
      variables.has("__getattr__") ||
      facts.all("Name").some((name) => reachesNames.has(name.id) || setsOnOthers(name)) ||
      facts.all("Attribute").some(({ attr }) => reachesModules.has(attr)),
  };
}

function exportedBy(facts: ProgramFacts): ModuleNames["exported"] {
  const variable = facts.names.module.variables.get("__all__");
  if (!variable) return null;
  const [binding, ...more] = variable.bindings;
  const assignment = binding?.parent;
  if (more.length > 0 || variable.reads.length > 0 || assignment?.kind !== "Assign") return undefined;
  const { value } = assignment;
  if (value.kind !== "List" && value.kind !== "Tuple") return undefined;
  const names = value.elts.map((each) => (isText(each) ? each.value.value : undefined));
  return names.some((name) => name === undefined) ? undefined : new Set(names as string[]);
}

/** `setattr(module, …)`; with `self` it sets on an object. */
function setsOnOthers({ id, parent }: Name): boolean {
  if (id !== "setattr") return false;
  const target = parent?.kind === "Call" ? parent.args[0] : undefined;
  return target?.kind !== "Name" || (target.id !== "self" && target.id !== "cls");
}
