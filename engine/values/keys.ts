import { numberOf, type Concrete } from "./value.ts";

/** How a value is found again in a dict or a set: equal values have one spelling. Undefined for what cannot be a key. */
export function keyOf(value: Concrete): string | undefined {
  if (value.kind === "none") return "none";
  if (value.kind === "str" || value.kind === "bytes") return `${value.kind}:${value.value}`;
  if ("items" in value) return value.kind === "tuple" ? keyOfTuple(value.items.map(keyOf)) : undefined;
  const number = numberOf(value)!;
  if (typeof number === "bigint") return `int:${number}`;
  // A `nan` is found by its identity alone.
  if (Number.isNaN(number)) return undefined;
  return Number.isInteger(number) ? `int:${BigInt(number)}` : `float:${number}`;
}

export function keyOfTuple(keys: readonly (string | undefined)[]): string | undefined {
  return keys.includes(undefined) ? undefined : `tuple:${keys.map((key) => `${key!.length}:${key}`).join()}`;
}
