import { builtin } from "../../library/builtins.ts";
import { moduleMembers, typeMembers } from "../../library/entries.ts";
import type { ValueKind } from "./kind.ts";

const kinds: ReadonlyMap<string, ValueKind> = new Map([
  ...(
    ["int", "float", "str", "bool", "list", "tuple", "dict", "set", "frozenset", "range", "deque"] as const
  ).map((type): [string, ValueKind] => [type, type]),
  ...["enumerate", "zip", "map", "filter", "reversed"].map((type): [string, ValueKind] => [type, "iterator"]),
  ...["dict_keys", "dict_values", "dict_items"].map((type): [string, ValueKind] => [type, "view"]),
  ["None", "none"],
]);

function kindOfType(type: string | undefined): ValueKind {
  return type === undefined ? "unknown" : (kinds.get(type) ?? "unknown");
}

/** What a builtin function gives. */
export function builtinResult(name: string): ValueKind {
  return kindOfType(builtin(name)?.result);
}

/** What a method gives, by the kind of its receiver. */
export function methodResult(receiver: ValueKind, name: string): ValueKind {
  return kindOfType(typeMembers(receiver)?.get(name)?.result);
}

/** What a function of a module gives. */
export function libraryResult(module: string, name: string): ValueKind {
  return kindOfType(moduleMembers(module)?.get(name)?.result);
}
