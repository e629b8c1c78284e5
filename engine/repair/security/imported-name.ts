import { addedImport, blockOf } from "../../tree/layout.ts";
import type { Alias, Node, Statement } from "../../tree/nodes.ts";
import type { Splice } from "../../text/splices.ts";
import type { RepairableProgram } from "../repair.ts";
import { importedBy } from "../../tree/imported-by.ts";

/** How something of a module is written at a place, and what has to be imported for that. */
export type Imported = Readonly<{ text: string; splices: readonly Splice[] }>;

/** `os.environ` by the name it has here, or with a new `import os`. Undefined when the name stands for something else. */
export function nameFor(program: RepairableProgram, path: string, at: Node): Imported | undefined {
  for (const alias of program.facts.all("Alias")) {
    const text = spelled(program, alias, path, at);
    if (text !== undefined) return { text, splices: [] };
  }
  const module = path.slice(0, path.lastIndexOf("."));
  const { names, tree } = { ...program, ...program.facts };
  const bound = names.module.variables.get(module)?.bindings ?? [];
  if (!bound.every((node) => importedBy(node) === module)) return undefined;
  const seen = names.lookUp(at, module)?.scope;
  if (seen !== undefined && seen !== names.module) return undefined;
  return { text: path, splices: [addedImport(tree, `import ${module}`)] };
}

function spelled(program: RepairableProgram, alias: Alias, path: string, at: Node): string | undefined {
  const imported = importedBy(alias);
  if (imported === undefined || (path !== imported && !path.startsWith(`${imported}.`))) return undefined;
  const name = alias.asname ?? alias.name.split(".")[0]!;
  const bound = program.facts.names.lookUp(at, name)?.bindings ?? [];
  if (!bound.includes(alias) || !bound.every((node) => importedBy(node) === imported)) return undefined;
  return isReadyAt(alias.parent as Statement, at) ? name + path.slice(imported.length) : undefined;
}

/** An import of an enclosing block that stands before a place, or outside the function the place is in. */
function isReadyAt(statement: Statement, at: Node): boolean {
  const { block } = blockOf(statement);
  for (let node: Node = at, isLater = false; node.parent; node = node.parent) {
    if (block.includes(node as Statement)) return statement.start < at.start || isLater;
    isLater ||= isRunLater(node);
  }
  return false;
}

/** What stands in a function's body runs when the names around it are long bound; its defaults do not. */
function isRunLater({ parent, kind }: Node): boolean {
  return (
    (parent?.kind === "FunctionDef" || parent?.kind === "AsyncFunctionDef" || parent?.kind === "Lambda") &&
    kind !== "Arguments"
  );
}
