import { bitLength, floatRatio } from "../../kernel/numbers.ts";
import { OverflowError, ValueError } from "./errors.ts";
import type { Range } from "./range.ts";
import { repr } from "./repr.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

export function int_bit_length(value: bigint | boolean): bigint {
  return BigInt(bitLength(BigInt(value)));
}

export function int_bit_count(value: bigint | boolean): bigint {
  const size = BigInt(value) < 0n ? -BigInt(value) : BigInt(value);
  return BigInt(size.toString(2).replaceAll("0", "").length);
}

export function int_as_integer_ratio(value: bigint | boolean): Tuple {
  return new Tuple([BigInt(value), 1n]);
}

export function int_conjugate(value: bigint | boolean): bigint {
  return BigInt(value);
}

export function int_is_integer(value: bigint | boolean): boolean {
  void value;
  return true;
}

export function float_is_integer(value: number): boolean {
  return Number.isInteger(value);
}

export function float_conjugate(value: number): number {
  return value;
}

export function float_as_integer_ratio(value: number): Tuple {
  if (Number.isNaN(value)) throw new ValueError("cannot convert NaN to integer ratio");
  if (!Number.isFinite(value)) throw new OverflowError("cannot convert Infinity to integer ratio");
  return new Tuple(floatRatio(value));
}

export function range_count(range: Range, value: unknown): bigint {
  return range.__contains__(value) ? 1n : 0n;
}

export function range_index(range: Range, value: Dynamic): bigint {
  if (!range.__contains__(value)) throw new ValueError(`${repr(value)} is not in range`);
  return (BigInt(value) - range.start) / range.step;
}
