import type { Node } from "../tree/nodes.ts";
import { signatures } from "./signatures.ts";

/** A function or constant of Python that the runtime library has. */
export type Entry = Readonly<{ runtime: string; parameters?: readonly string[]; constant?: boolean }>;

const entries: ReadonlyMap<string, Entry> = new Map(Object.entries(signatures as Record<string, Entry>));

/** Types whose name is the function that makes them. */
export const builtinTypes: ReadonlySet<string> = new Set(
  "int float str bool list tuple dict set frozenset range".split(" "),
);

/** Kinds of values with methods, by the prefix their methods have in the library. */
const methodOwners = [
  ...new Set([...entries.keys()].filter((key) => key.includes(".")).map((key) => key.split(".")[0]!)),
];

export function builtin(name: string): Entry | undefined {
  return entries.get(name);
}

/** A name of the library, such as `math.floor`. */
export function library(name: string): Entry | undefined {
  return entries.get(name);
}

/** The method of a builtin kind. */
export function method(owner: string, name: string): Entry | undefined {
  return entries.get(`${owner}.${name}`);
}

/** The builtin kinds that have a method of this name. */
export function ownersOf(name: string): string[] {
  return methodOwners.filter((owner) => valueKinds.has(owner) && entries.has(`${owner}.${name}`));
}

/** What stands before the dot when a value, not a module, has the method. */
const valueKinds: ReadonlySet<string> = new Set(
  "str list dict set frozenset tuple int float bool deque Counter defaultdict OrderedDict generator range".split(
    " ",
  ),
);

/** Is there a module of this name in the library? */
export function isModule(name: string): boolean {
  return !valueKinds.has(name) && methodOwners.includes(name);
}

/** The library's name of what an import brings: `from math import floor` brings `math.floor`. */
export function libraryName(alias: Extract<Node, { kind: "Alias" }>): string | undefined {
  const { parent } = alias;
  return parent?.kind === "ImportFrom" ? `${parent.module}.${alias.name}` : undefined;
}
