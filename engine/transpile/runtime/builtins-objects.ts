import { hashOf } from "./hash.ts";
import { asciiText } from "../../kernel/text-quotes.ts";
import { hasMethod } from "./kinds.ts";
import { repr } from "./repr.ts";

/** Python's `hash`. */
export function hash(value: unknown): bigint {
  return hashOf(value);
}

/** Python's `ascii`. */
export function ascii(value: unknown): string {
  return asciiText(repr(value));
}

/** Python's `callable`. */
export function callable(value: unknown): boolean {
  return typeof value === "function" || hasMethod(value, "__call__");
}
