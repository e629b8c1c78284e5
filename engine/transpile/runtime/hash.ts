import { identity } from "./equality.ts";
import { TranslationLimit, TypeError } from "./errors.ts";
import { hasMethod, typeName } from "./kinds.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

/** Python's `hash`. That of a text differs between runs of Python, so here it is any number. */
export function hashOf(value: Dynamic): bigint {
  if (typeof value === "bigint" || typeof value === "boolean") return hashOfInt(BigInt(value));
  if (typeof value === "number") return hashOfFloat(value);
  if (typeof value === "string") return hashOfText(value);
  if (value === null) return 0xfca86420n;
  if (hasMethod(value, "__hash__")) return hashOfInt(BigInt(value.__hash__()));
  if (value instanceof Tuple) return hashOfTuple(value);
  if (Array.isArray(value) || hasMethod(value, "__eq__"))
    throw new TypeError(`unhashable type: '${typeName(value)}'`);
  return identity(value) * 16n;
}

export const hashModulus = (1n << 61n) - 1n;

export function hashOfInt(value: bigint): bigint {
  const hash = value % hashModulus;
  return hash === -1n ? -2n : hash;
}

export function hashOfFloat(value: number): bigint {
  if (Number.isNaN(value)) throw new TranslationLimit("The hash of nan is not translated.");
  if (!Number.isFinite(value)) return value > 0 ? 314159n : -314159n;
  let numerator = value;
  let halvings = 0n;
  for (; !Number.isInteger(numerator); halvings++) numerator *= 2;
  // Dividing by 2 is multiplying by 2 ** 60, since 2 ** 61 is 1 to this modulus.
  const factor = 1n << ((60n * halvings) % 61n);
  return hashOfInt((BigInt(numerator) * factor) % hashModulus);
}

export function hashOfText(value: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < value.length; at++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(value.charCodeAt(at))) * 0x100000001b3n);
  return hashOfInt(BigInt.asIntN(61, hash));
}

/** xxHash over the hashes of the items, as CPython does it. */
export function hashOfTuple(tuple: Tuple): bigint {
  const first = 11400714785074694791n;
  const second = 14029467366897019727n;
  const fifth = 2870177450012600261n;
  let hash = fifth;
  for (const item of tuple.items) {
    hash = BigInt.asUintN(64, hash + BigInt.asUintN(64, hashOf(item)) * second);
    hash = BigInt.asUintN(64, (hash << 31n) | (hash >> 33n));
    hash = BigInt.asUintN(64, hash * first);
  }
  hash = BigInt.asUintN(64, hash + (BigInt(tuple.items.length) ^ (fifth ^ 3527539n)));
  return hash === 0xffffffffffffffffn ? 1546275796n : BigInt.asIntN(64, hash);
}
