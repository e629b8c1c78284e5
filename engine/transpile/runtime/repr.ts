import { floatText } from "../../kernel/float-text.ts";
import { quoted, tupleText } from "../../kernel/text-quotes.ts";
import { BaseException, KeyError, OSError, TranslationLimit, ValueError } from "./errors.ts";
import { className, hasMethod, NotImplemented, typeName } from "./kinds.ts";
import { Tuple } from "./tuple.ts";

/** Python's `repr`. */
export function repr(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "bigint") return intText(value);
  if (typeof value === "number") return floatText(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value === null) return "None";
  if (value === NotImplemented) return "NotImplemented";
  if (Array.isArray(value)) return guarded(value, "[...]", () => `[${value.map(repr).join(", ")}]`);
  if (hasMethod(value, "__repr__")) return value.__repr__();
  if (typeof value === "function") return typeRepr(value);
  if (value instanceof Tuple) return guarded(value, "(...)", () => tupleText(value.items.map(repr)));
  if (value instanceof BaseException) return exceptionRepr(value);
  throw new TranslationLimit(`The text of this ${typeName(value)} holds its address in Python.`);
}

/** `<class 'int'>`; the text of a function holds its address. */
export function typeRepr(value: Function): string {
  const { name } = value;
  if (/^(?:int|float|str|bool|list|tuple|dict|set|frozenset|range)$/.test(name)) return `<class '${name}'>`;
  const { writable } = Object.getOwnPropertyDescriptor(value, "prototype") ?? {};
  if (writable !== false || Object.hasOwn(value, "__name__") || value.prototype instanceof BaseException)
    throw new TranslationLimit("The text of this function or class is not translated.");
  return `<class '__main__.${name}'>`;
}

/** Python's `str` of a value. */
export function str(value: unknown = ""): string {
  if (typeof value === "string") return value;
  if (hasMethod(value, "__str__")) return value.__str__();
  if (value instanceof BaseException && !hasMethod(value, "__repr__")) return exceptionText(value);
  return repr(value);
}

export function intText(value: bigint): string {
  const digits = value.toString();
  if (digits.length > 4300 && digits.replace("-", "").length > 4300)
    throw new ValueError(
      "Exceeds the limit (4300 digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit",
    );
  return digits;
}

/** The containers whose text is being written, for those that contain themselves. */
export const beingWritten = new Set<unknown>();

export function guarded(value: unknown, again: string, write: () => string): string {
  if (beingWritten.has(value)) return again;
  beingWritten.add(value);
  try {
    return write();
  } finally {
    beingWritten.delete(value);
  }
}

/** What `str` gives for an exception. */
export function exceptionText(error: BaseException): string {
  const { items } = error.args;
  if (error instanceof OSError && items.length > 1)
    throw new TranslationLimit("An OSError with an error number is not translated.");
  if (items.length === 0) return "";
  if (items.length > 1) return repr(error.args);
  return error instanceof KeyError ? repr(items[0]) : str(items[0]);
}

export function exceptionRepr(error: BaseException): string {
  return `${className(error.constructor)}(${error.args.items.map(repr).join(", ")})`;
}

/** The last line of Python's traceback. */
export function exceptionLine(error: BaseException): string {
  const message = str(error);
  const name = className(error.constructor);
  return message === "" ? name : `${name}: ${message}`;
}
