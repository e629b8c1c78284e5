import type { ImportStatement } from "./fix-context.ts";

/** An import under `try` or `with` may ask whether the module is there, used or not. */
export function isGuarded(statement: ImportStatement): boolean {
  for (let at = statement.parent; at && !endsSearch.has(at.kind); at = at.parent) {
    if (guards.has(at.kind)) return true;
  }
  return false;
}

const guards: ReadonlySet<string> = new Set(["Try", "TryStar", "ExceptHandler", "With", "AsyncWith"]);
const endsSearch: ReadonlySet<string> = new Set(["Module", "FunctionDef", "AsyncFunctionDef", "ClassDef"]);
