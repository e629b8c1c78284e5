import type { Node } from "../tree/nodes.ts";
import { readSignatures, translatedModules, translatedTypes, type Signature } from "./signatures.ts";

let signatures: ReadonlyMap<string, Signature> | undefined;

/** Read when something is first translated, so that threads start without it. */
function entries(): ReadonlyMap<string, Signature> {
  signatures ??= readSignatures();
  return signatures;
}

/** Types whose name is the function that makes them. */
export const builtinTypes: ReadonlySet<string> = new Set(
  "int float str bool list tuple dict set frozenset range".split(" "),
);

export function builtin(name: string): Signature | undefined {
  return entries().get(name);
}

/** A name of the library, such as `math.floor`. */
export function library(name: string): Signature | undefined {
  return entries().get(name);
}

/** The method of a builtin kind. */
export function method(owner: string, name: string): Signature | undefined {
  return entries().get(`${owner}.${name}`);
}

/** The builtin kinds that have a method of this name. */
export function ownersOf(name: string): string[] {
  return Object.keys(translatedTypes).filter((owner) => entries().has(`${owner}.${name}`));
}

/** Is there a module of this name in the library? */
export function isModule(name: string): boolean {
  return name !== "builtins" && Object.hasOwn(translatedModules, name);
}

/** The library's name of what an import brings: `from math import floor` brings `math.floor`. */
export function libraryName(alias: Extract<Node, { kind: "Alias" }>): string | undefined {
  const { parent } = alias;
  return parent?.kind === "ImportFrom" ? `${parent.module}.${alias.name}` : undefined;
}
