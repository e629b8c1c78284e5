import { repeatItems } from "../../kernel/sequences.ts";
import { TypeError } from "./errors.ts";
import { hasMethod, isIntegral, typeName } from "./kinds.ts";
import { checkSize } from "./numbers.ts";
import { unsupported } from "./operate.ts";
import { Tuple } from "./tuple.ts";

/** `sequence * count` and `count * sequence`. */
export function repeated(a: unknown, b: unknown, sign: string): string | Tuple | unknown[] {
  const [sequence, count] = isSequence(a) ? [a, b] : [b, a];
  if (!isSequence(sequence)) throw unsupported(a, b, sign);
  if (!isIntegral(count) && !hasMethod(count, "__index__"))
    throw new TypeError(`can't multiply sequence by non-int of type '${typeName(count)}'`);
  const times = Math.max(0, Number(hasMethod(count, "__index__") ? count.__index__() : count));
  if (typeof sequence === "string")
    return checkSize(sequence.length * times) === 0 ? "" : sequence.repeat(times);
  if (sequence instanceof Tuple) return new Tuple(repeatChecked(sequence.items, times));
  return repeatChecked(sequence, times);
}

export function isSequence(value: unknown): value is string | Tuple | unknown[] {
  return typeof value === "string" || Array.isArray(value) || value instanceof Tuple;
}

export function repeatChecked(items: readonly unknown[], times: number): unknown[] {
  checkSize(items.length * times);
  return repeatItems(items, times);
}
