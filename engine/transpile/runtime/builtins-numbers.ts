import { floatRatio, nearestFloat, roundedQuotient } from "../../kernel/numbers.ts";
import { OverflowError, TypeError } from "./errors.ts";
import { hasMethod, isNumeric, typeName } from "./kinds.ts";
import { truncated } from "./numbers-text.ts";
import { asInt } from "./range.ts";
import type { Dynamic } from "./tuple.ts";

/** Python's `abs`. */
export function abs(value: unknown): Dynamic {
  if (typeof value === "bigint") return value < 0n ? -value : value;
  if (typeof value === "number") return Math.abs(value);
  if (typeof value === "boolean") return BigInt(value);
  if (hasMethod(value, "__abs__")) return value.__abs__();
  throw new TypeError(`bad operand type for abs(): '${typeName(value)}'`);
}

/** Python's `round`: halves go to the even neighbour. */
export function round(value: unknown, digits?: unknown): Dynamic {
  const places = digits === undefined || digits === null ? undefined : asInt(digits);
  if (typeof value === "number") return places === undefined ? roundToInt(value) : roundFloat(value, places);
  if (isNumeric(value)) return places === undefined ? BigInt(value) : roundInt(BigInt(value), places);
  if (hasMethod(value, "__round__"))
    return digits === undefined ? value.__round__() : value.__round__(digits);
  throw new TypeError(`type ${typeName(value)} doesn't define __round__ method`);
}

export function roundToInt(value: number): bigint {
  if (!Number.isFinite(value)) return truncated(value);
  return roundedQuotient(...floatRatio(value));
}

export function roundFloat(value: number, places: bigint): number {
  if (!Number.isFinite(value) || value === 0 || places > 323n) return value;
  const scale = 10n ** (places < 0n ? -places : places);
  if (places < -308n) return value < 0 ? -0 : 0;
  const [top, bottom] = floatRatio(value);
  const rounded = places < 0n ? roundedQuotient(top, bottom * scale) : roundedQuotient(top * scale, bottom);
  if (rounded === 0n) return value < 0 ? -0 : 0;
  const result = places < 0n ? Number(rounded * scale) : nearestFloat(rounded, scale);
  if (Number.isFinite(result)) return result;
  throw new OverflowError("rounded value too large to represent");
}

export function roundInt(value: bigint, places: bigint): bigint {
  if (places >= 0n) return value;
  const scale = 10n ** -places;
  return roundedQuotient(value, scale) * scale;
}
