import type { Expression, Node } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";

/**
 * The way to what a name or an attribute stands for, as `yaml.load` or `builtins.eval`, by whatever name it was
 * imported. Undefined when the text does not decide it: another binding of the name, a star import, a patched module.
 */
export function pathOf(program: RepairableProgram, node: Expression): string | undefined {
  const path = writtenPath(program, node);
  return path === undefined || isPatched(program, node, path) ? undefined : path;
}

function writtenPath(program: RepairableProgram, node: Expression): string | undefined {
  const names: string[] = [];
  let at = node;
  for (; at.kind === "Attribute"; at = at.value) names.unshift(at.attr);
  const start = at.kind === "Name" ? startOf(program, at, at.id) : undefined;
  return start === undefined ? undefined : [start, ...names].join(".");
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
  return (
    kind === "Name" &&
    parent?.kind === "Assign" &&
    parent.value.kind === "Constant" &&
    parent.value.value.type === "none"
  );
}

/** What an import binds its name to. */
export function importedBy(node: Node): string | undefined {
  if (node.kind !== "Alias") return undefined;
  const { parent, name, asname } = node;
  if (parent?.kind === "Import") return asname === undefined ? name.split(".")[0]! : name;
  if (parent?.kind !== "ImportFrom" || parent.level > 0 || parent.module === undefined) return undefined;
  return `${parent.module}.${name}`;
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
