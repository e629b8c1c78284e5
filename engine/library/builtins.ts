import { moduleMembers, type LibraryEntry } from "./entries.ts";

/** Put there for people who type at a prompt. */
const forPrompts = new Set(["copyright", "credits", "license"]);

function isForPrograms({ name, kind, where }: LibraryEntry): boolean {
  return where === "here" && kind !== "incidental" && !name.startsWith("_") && !forPrompts.has(name);
}

let names: ReadonlySet<string> | undefined;

/** The names that every Python program has without importing anything. */
export function builtinNames(): ReadonlySet<string> {
  names ??= new Set([...moduleMembers("builtins")!.values()].filter(isForPrograms).map(({ name }) => name));
  return names;
}

export function isBuiltin(name: string): boolean {
  return builtinNames().has(name);
}

/** What a builtin is; undefined for other names. */
export function builtin(name: string): LibraryEntry | undefined {
  return isBuiltin(name) ? moduleMembers("builtins")!.get(name) : undefined;
}

/** The exception of Python's own that an exception is, and those that it is derived from; none for other names. */
export function exceptionLineage(name: string): readonly string[] {
  const lineage: string[] = [];
  for (let at = exception(name); at; at = exception(at.base)) lineage.push(at.name);
  return lineage;
}

function exception(name: string | undefined): LibraryEntry | undefined {
  const found = name === undefined ? undefined : builtin(name);
  if (found?.kind !== "exception") return undefined;
  return found.alias === undefined ? found : builtin(found.alias);
}
