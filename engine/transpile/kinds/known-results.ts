import { builtin } from "../../library/builtins.ts";
import { moduleMembers, typeMembers } from "../../library/entries.ts";
import type { Kind } from "./kind.ts";

const kinds: ReadonlyMap<string, Kind> = new Map([
  ...(
    ["int", "float", "str", "bool", "list", "tuple", "dict", "set", "frozenset", "range", "deque"] as const
  ).map((type): [string, Kind] => [type, type]),
  ...["enumerate", "zip", "map", "filter", "reversed"].map((type): [string, Kind] => [type, "iterator"]),
  ...["dict_keys", "dict_values", "dict_items"].map((type): [string, Kind] => [type, "view"]),
  ["None", "none"],
]);

function kindOfType(type: string | undefined): Kind {
  return type === undefined ? "unknown" : (kinds.get(type) ?? "unknown");
}

/** What a builtin function gives. */
export function builtinResult(name: string): Kind {
  return kindOfType(builtin(name)?.result);
}

/** What a method gives, by the kind of its receiver. */
export function methodResult(receiver: Kind, name: string): Kind {
  return kindOfType(typeMembers(receiver)?.get(name)?.result);
}

/** What a function of a module gives. */
export function libraryResult(module: string, name: string): Kind {
  return kindOfType(moduleMembers(module)?.get(name)?.result);
}
