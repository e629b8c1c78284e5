import { isMainGuard } from "../../tree/around.ts";
import type { Alias, Statement } from "../../tree/nodes.ts";
import type { Tree } from "../../tree/tree.ts";
import { isModule } from "../../library/modules.ts";
import type { FixContext, ImportStatement } from "./fix-context.ts";
import { lastName } from "../../tree/written-names.ts";

/** Folders that hold programs, not a package. */
const plainFolder = /^(?:src|scripts?|bin|tools?)$/;
/** Modules whose names say that they are there to be imported from. */
const facade = /(?:^|\/)(?:__init__|_?(?:compat|py3k|six|backports?|shims?|api|exports?|imports))\.pyi?$/;
/** What hardly anybody imports from anywhere else. */
const forAnnotations = /^(?:typing|typing_extensions|dataclasses|abc|enum|__future__)$/;
/** A module that takes names out of more modules than this, and uses none of them, gathers them for others. */
const maxUnusedModules = 2;
const usualAliases = /^(?:np|pd|plt|sns|tf|nn|F|dt|mp|mpl|px|st|sp|nx|cv)$/;

/**
 * Whether another module may import this name from here. Who imports a module of a package is not known; a program is
 * imported by nobody; of a module that stands alone a reader expects to import what it took out of other modules.
 */
export function isPublicImport(
  statement: ImportStatement,
  alias: Alias,
  { tree, path, unusedModules }: FixContext,
): boolean {
  if (statement.parent?.kind !== "Module") return true;
  const bound = alias.asname || alias.name.split(".", 1)[0]!;
  // The modules of a package use each other's private names too: `package._name`.
  if (path !== undefined && (facade.test(path) || isInPackage(path))) return true;
  if (hasRelativeImport(tree)) return true;
  if (bound.startsWith("_") || isProgram(tree)) return false;
  if (unusedModules().size > maxUnusedModules) return true;
  if (statement.kind === "ImportFrom") return !forAnnotations.test(statement.module ?? "");
  return alias.asname ? !usualAliases.test(alias.asname) : !isModule(bound) && alias.name.includes(".");
}

function isInPackage(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  return folders.some((folder) => !plainFolder.test(folder));
}

function hasRelativeImport({ nodes }: Tree): boolean {
  return nodes.some((node) => node.kind === "ImportFrom" && node.level > 0);
}

/** It has a part for being run, or it does something when it is read: prints, asks, or calls what it defines. */
function isProgram({ module }: Tree): boolean {
  const defined = new Set(
    module.body.flatMap((each) => ("name" in each && typeof each.name === "string" ? [each.name] : [])),
  );
  return module.body.some((statement) => runs(statement, defined));
}

const running = new Set("print input exit quit main run show mainloop execute".split(" "));

function runs(statement: Statement, defined: ReadonlySet<string>): boolean {
  if (statement.kind === "If" && isMainGuard(statement.test)) return true;
  if (statement.kind === "Expr" || statement.kind === "Assign") {
    const { value } = statement;
    const name = value.kind === "Call" ? lastName(value.func) : "";
    return running.has(name) || (statement.kind === "Expr" && value.kind === "Call" && defined.has(name));
  }
  const isBlock = ["For", "While", "With", "If", "Try", "Assert"].includes(statement.kind);
  return (
    isBlock && "body" in statement && (statement.body as Statement[]).some((each) => runs(each, defined))
  );
}
