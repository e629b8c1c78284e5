import type { Expression, Node } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import { isNone } from "../../tree/constants.ts";
import { importedBy } from "../../tree/imported-by.ts";
import { attributesOf, rootOf } from "../../tree/written-names.ts";

/**
 * The way to what a name or an attribute stands for, as `yaml.load` or `builtins.eval`, by whatever name it was
 * imported. Undefined when the text does not decide it: another binding of the name, a star import, a patched module.
 */
export function pathOf(program: RepairableProgram, node: Expression): string | undefined {
  const path = writtenPath(program, node);
  return path === undefined || isPatched(program, node, path) ? undefined : path;
}

function writtenPath(program: RepairableProgram, node: Expression): string | undefined {
  const root = rootOf(node);
  const start = root.kind === "Name" ? startOf(program, root, root.id) : undefined;
  return start === undefined ? undefined : [start, ...attributesOf(node)].join(".");
}

function startOf(program: RepairableProgram, at: Node, name: string): string | undefined {
  const variable = program.facts.names.lookUp(at, name);
  if (!variable) return hasStarImport(program) ? undefined : `builtins.${name}`;
  const imported = variable.bindings.filter((node) => !isSetToNone(node)).map(importedBy);
  const [first] = imported;
  return imported.every((path) => path === first) ? first : undefined;
}

/** `yaml = None` where the import may fail: nothing could be called by that name then. */
function isSetToNone({ kind, parent }: Node): boolean {
  return kind === "Name" && parent?.kind === "Assign" && isNone(parent.value);
}

function hasStarImport({ facts }: RepairableProgram): boolean {
  return facts.all("Alias").some(({ name }) => name === "*");
}

/** Whether the program puts something of its own there. */
function isPatched(program: RepairableProgram, node: Expression, path: string): boolean {
  return node.kind === "Attribute" && patchedPaths(program).has(path);
}

const known = new WeakMap<RepairableProgram, ReadonlySet<string>>();

function patchedPaths(program: RepairableProgram): ReadonlySet<string> {
  let paths = known.get(program);
  if (!paths) {
    const stored = program.facts.all("Attribute").filter(({ ctx }) => ctx !== "Load");
    paths = new Set(stored.flatMap((each) => writtenPath(program, each) ?? []));
    known.set(program, paths);
  }
  return paths;
}
