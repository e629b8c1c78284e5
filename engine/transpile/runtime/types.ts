import { bool, dict, frozenset, list, set, tuple } from "./builtins-containers.ts";
import { isClass } from "./calls.ts";
import { TranslationLimit, TypeError } from "./errors.ts";
import { className, typeName } from "./kinds.ts";
import { float, int } from "./numbers-text.ts";
import { range } from "./range.ts";
import { str } from "./repr.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

/** Python's `type` of one value: a class of the program, or the function that makes such values. */
export function typeOf(value: unknown): Dynamic {
  const own: Record<string, unknown> = { int, float, str, bool, list, tuple, dict, set, frozenset, range };
  const name = typeName(value);
  if (Object.hasOwn(own, name) && !isOwnClass(value, name)) return own[name];
  if (value !== null && typeof value === "object" && isClass(value.constructor)) return value.constructor;
  throw new TranslationLimit(`The type of this ${name} is not translated.`);
}

/** A class of the program may have the name of a builtin one. */
export function isOwnClass(value: unknown, name: string): boolean {
  return (
    value !== null &&
    typeof value === "object" &&
    typeof value.constructor === "function" &&
    value.constructor.name === name
  );
}

/** Python's `isinstance` with types that are only known when the program runs. */
export function isinstance(value: unknown, types: Dynamic): boolean {
  if (types instanceof Tuple) return types.items.some((type) => isinstance(value, type));
  if (isClass(types)) return value instanceof types;
  if (typeof types !== "function")
    throw new TypeError("isinstance() arg 2 must be a type, a tuple of types, or a union");
  const name = typeName(value);
  return className(types) === name || (name === "bool" && className(types) === "int");
}

/** Python's `issubclass`. */
export function issubclass(type: unknown, types: unknown): boolean {
  if (types instanceof Tuple) return types.items.some((one) => issubclass(type, one));
  if (typeof type !== "function") throw new TypeError("issubclass() arg 1 must be a class");
  if (typeof types !== "function")
    throw new TypeError("issubclass() arg 2 must be a class, a tuple of classes, or a union");
  if (type === types || (isClass(types) && type.prototype instanceof types)) return true;
  return className(type) === "bool" && className(types) === "int";
}
