import { OverflowError, TranslationLimit } from "./errors.ts";

/** A float from any number. */
export function toFloat(value: bigint | number | boolean): number {
  const float = Number(value);
  if (typeof value === "bigint" && !Number.isFinite(float))
    throw new OverflowError("int too large to convert to float");
  return float;
}

/** Before a text or list of this many items is made. */
export function checkSize(size: number): number {
  if (size > 2 ** 28) throw new TranslationLimit("This value is too large.");
  return size;
}
