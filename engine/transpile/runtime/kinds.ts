import { type Dynamic, Tuple } from "./tuple.ts";

/** What an operator method answers when it does not know the other operand. */
export const NotImplemented = Symbol("NotImplemented");

/** The result of an operator method, unless it leaves the question to the other operand. */
export type OperatorAnswer<Result> = Result | typeof NotImplemented;

/** Python's name of a value's type. */
export function typeName(value: unknown): string {
  if (value === null) return "NoneType";
  if (value === NotImplemented) return "NotImplementedType";
  if (Array.isArray(value)) return "list";
  if (value instanceof Tuple || typeof value === "object") return className(value.constructor);
  const names: Record<string, string> = { boolean: "bool", bigint: "int", number: "float", string: "str" };
  return names[typeof value] ?? "function";
}

export function className(type: { name: string; __name__?: string } | undefined): string {
  if (type === undefined || type.name === "" || type.name === "GeneratorFunction") return "generator";
  return Object.hasOwn(type, "__name__") ? type.__name__! : type.name;
}

/** Is this an int, a float or a bool? */
export function isNumeric(value: unknown): value is bigint | number | boolean {
  return typeof value === "bigint" || typeof value === "number" || typeof value === "boolean";
}

export function isIntegral(value: unknown): value is bigint | boolean {
  return typeof value === "bigint" || typeof value === "boolean";
}

/** A method of the translated program: what it takes and answers is known to that program alone. */
export type PythonMethod = (...args: Dynamic[]) => Dynamic;

export function hasMethod<Name extends string>(
  value: Dynamic,
  name: Name,
): value is Record<Name, PythonMethod> {
  return value !== null && typeof value === "object" && typeof value[name] === "function";
}

/** Python generators, `map`, `zip`, `iter([])` and their like are iterators of JavaScript. */
export function isIterator(value: Dynamic): value is IterableIterator<Dynamic> {
  return typeof value?.[Symbol.iterator] === "function" && hasMethod(value, "next");
}
