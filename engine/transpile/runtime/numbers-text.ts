import { textLength } from "../../kernel/characters.ts";
import { readFloat, readInteger } from "../../kernel/read-number.ts";
import { quoted } from "../../kernel/text-quotes.ts";
import { OverflowError, TranslationLimit, TypeError, ValueError } from "./errors.ts";
import { hasMethod, isNumeric, typeName } from "./kinds.ts";
import { toFloat } from "./numbers.ts";
import { asInt } from "./range.ts";

/** Python's `int`. */
export function int(value: unknown = 0n, base?: unknown): bigint {
  if (base !== undefined) return intWithBase(value, base);
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return truncated(value);
  if (typeof value === "boolean") return BigInt(value);
  if (typeof value === "string") return parseInteger(value, 10);
  for (const method of ["__int__", "__index__", "__trunc__"])
    if (hasMethod(value, method)) return value[method]!();
  throw new TypeError(
    `int() argument must be a string, a bytes-like object or a real number, not '${typeName(value)}'`,
  );
}

export function truncated(value: number): bigint {
  if (Number.isNaN(value)) throw new ValueError("cannot convert float NaN to integer");
  if (!Number.isFinite(value)) throw new OverflowError("cannot convert float infinity to integer");
  return BigInt(Math.trunc(value));
}

export function intWithBase(value: unknown, base: unknown): bigint {
  const radix = Number(asInt(base));
  if (typeof value !== "string") throw new TypeError("int() can't convert non-string with explicit base");
  if (radix !== 0 && (radix < 2 || radix > 36))
    throw new ValueError("int() base must be >= 2 and <= 36, or 0");
  return parseInteger(value, radix);
}

export function parseInteger(value: string, radix: number): bigint {
  const number = readInteger(plainDigits(value), radix);
  if (number === undefined)
    throw new ValueError(`invalid literal for int() with base ${radix}: ${quoted(value)}`);
  const isDecimal = radix === 10 || (radix === 0 && !/^[^a-z]*0[box]/i.test(value));
  if (isDecimal) checkDigits(value.replaceAll(/\D/g, "").length);
  return number;
}

export function checkDigits(count: number): void {
  if (count <= 4300) return;
  throw new ValueError(
    `Exceeds the limit (4300 digits) for integer string conversion: value has ${count} digits; use sys.set_int_max_str_digits() to increase the limit`,
  );
}

/** Digits of other scripts are not translated. */
export function plainDigits(value: string): string {
  if (/\p{Nd}/u.test(value.replaceAll(/[0-9]/g, "")))
    throw new TranslationLimit("Digits of other scripts are not translated.");
  return value;
}

/** Python's `float`. */
export function float(value: unknown = 0): number {
  if (isNumeric(value)) return toFloat(value);
  if (typeof value === "string") return parseFloatText(value);
  if (hasMethod(value, "__float__")) return value.__float__();
  if (hasMethod(value, "__index__")) return toFloat(value.__index__());
  throw new TypeError(`float() argument must be a string or a real number, not '${typeName(value)}'`);
}

export function parseFloatText(value: string): number {
  const number = readFloat(plainDigits(value));
  if (number !== undefined) return number;
  throw new ValueError(`could not convert string to float: ${quoted(value)}`);
}

/** Python's `bin`, `oct` and `hex`. */
export function bin(value: unknown): string {
  return prefixed(asInt(value), 2, "0b");
}

export function oct(value: unknown): string {
  return prefixed(asInt(value), 8, "0o");
}

export function hex(value: unknown): string {
  return prefixed(asInt(value), 16, "0x");
}

export function prefixed(value: bigint, radix: number, prefix: string): string {
  return value < 0n ? `-${prefix}${(-value).toString(radix)}` : prefix + value.toString(radix);
}

/** Python's `ord`. */
export function ord(char: unknown): bigint {
  if (typeof char !== "string")
    throw new TypeError(`ord() expected string of length 1, but ${typeName(char)} found`);
  const length = textLength(char);
  if (length !== 1) throw new TypeError(`ord() expected a character, but string of length ${length} found`);
  return BigInt(char.codePointAt(0)!);
}

/** Python's `chr`. */
export function chr(code: unknown): string {
  const point = asInt(code);
  if (point < 0n || point > 0x10ffffn) throw new ValueError("chr() arg not in range(0x110000)");
  if (point >= 0xd800n && point <= 0xdfffn) throw new TranslationLimit("Half a character is not translated.");
  return String.fromCodePoint(Number(point));
}
