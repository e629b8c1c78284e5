import { libraryData } from "./data.ts";
import { moduleMembers, type LibraryEntry } from "./entries.ts";

/** Modules that are the same on every system, so that it can be said what they lack. */
const sameEverywhere = new Set(
  `abc bisect calendar collections copy csv dataclasses datetime decimal enum fractions functools glob heapq itertools
  json math operator random re statistics string textwrap`.split(/\s+/),
);

/** Names that a module's own `__getattr__` still gives. */
const madeWhenRead = new Set(["calendar.January", "calendar.February"]);

/** Whether a module of the standard library has a name, in this version or a later one; undefined where that cannot be said. */
export function hasName(module: string, name: string): boolean | undefined {
  if (name.startsWith("__")) return true;
  if (!sameEverywhere.has(module)) return undefined;
  if (madeWhenRead.has(`${module}.${name}`)) return true;
  return moduleMembers(module)!.has(name) || isModule(`${module}.${name}`);
}

/** Whether a module of the standard library offers a name to everybody. */
export function offers(module: string, name: string): boolean {
  const entry = moduleMembers(module)?.get(name);
  return entry !== undefined && isOffered(entry);
}

/** What a module of the standard library offers to everybody. */
export function namesIn(module: string): readonly string[] {
  return [...(moduleMembers(module)?.values() ?? [])].filter(isOffered).map(({ name }) => name);
}

function isOffered({ name, kind, where }: LibraryEntry): boolean {
  return kind !== "incidental" && where !== "elsewhere" && !name.startsWith("_");
}

/** The name of a module's that is written most like another. */
export function nearestName(module: string, name: string): string | undefined {
  const start = name.slice(0, 3).toLowerCase();
  return namesIn(module).find((each) => each.toLowerCase().startsWith(start));
}

let otherModules: ReadonlySet<string> | undefined;

/** Whether the standard library has a module of this path, in this version or one near it. */
export function isModule(path: string): boolean {
  otherModules ??= new Set(libraryData().otherModules.split(" "));
  return Object.hasOwn(libraryData().modules, path) || otherModules.has(path);
}

/** Whether a path is a module inside a package, which has to be imported by its whole path. */
export function isSubmodule(path: string): boolean {
  return path.includes(".") && path !== "os.path" && moduleMembers(path) !== undefined;
}

/** Every name that the standard library offers, read without the rest of what is known of it. */
export function* libraryNames(): Generator<string> {
  for (const lines of Object.values(libraryData().modules))
    for (const [, name] of lines.matchAll(/^\+?(?:(?:class|exception|value|module) )?([A-Za-z]\w*)/gm))
      yield name!;
}
