import { isAscii } from "./characters.ts";
import { byteSpaces, textSpaces, trimEnd, trimStart } from "./spaces.ts";

/** Reads an int as Python does: spaces around it, a sign, a prefix of the base, single underscores. */
export function readInteger(text: string, radix: number): bigint | undefined {
  const shape = /^([+-]?)(0[box]_?)?([0-9a-z]+(?:_[0-9a-z]+)*)$/i;
  const [, sign, prefix = "", written = ""] = shape.exec(withoutSpaces(text)) ?? [];
  if (sign === undefined) return undefined;
  const prefixRadix = { b: 2, o: 8, x: 16 }[prefix.charAt(1).toLowerCase()] ?? 10;
  const fits = prefix === "" || radix === 0 || radix === prefixRadix;
  const digits = (fits ? written : prefix + written).replaceAll("_", "");
  // Without a base, `010` is no number: it was octal once.
  if (radix === 0 && prefix === "" && /^0+[1-9]/.test(digits)) return undefined;
  const size = readDigits(digits, radix === 0 ? prefixRadix : radix);
  return sign === "-" && size !== undefined ? -size : size;
}

function readDigits(digits: string, radix: number): bigint | undefined {
  if (radix === 10) return /^\d+$/.test(digits) ? BigInt(digits) : undefined;
  let value = 0n;
  for (const char of digits) {
    const digit = Number.parseInt(char, 36);
    if (digit >= radix) return undefined;
    value = value * BigInt(radix) + BigInt(digit);
  }
  return value;
}

/** Reads a float as Python does. */
export function readFloat(text: string): number | undefined {
  const inner = withoutSpaces(text);
  if (/^[+-]?nan$/i.test(inner)) return NaN;
  if (/^[+-]?inf(?:inity)?$/i.test(inner)) return inner.startsWith("-") ? -Infinity : Infinity;
  const shape = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i;
  return shape.test(inner) ? Number(inner.replaceAll("_", "")) : undefined;
}

/** Around a number in ASCII, four control characters are no white space. */
function withoutSpaces(text: string): string {
  const spaces = isAscii(text) ? byteSpaces : textSpaces;
  return trimStart(trimEnd(text, spaces), spaces);
}
