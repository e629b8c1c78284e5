import { isAscii } from "./characters.ts";
import { raises, type Raises } from "./value.ts";

const maxLength = 1000;
const marks: Readonly<Record<string, number>> = { x: 16, o: 8, b: 2 };
const spaces = /^[ \t-\r]+|(?<![ \t-\r])[ \t-\r]+$/g;

/** `int(text, radix)`. Digits of other scripts, which Python reads too, are not worked out. */
export function readInteger(text: string, radix: number): bigint | Raises | undefined {
  if (radix !== 0 && (radix < 2 || radix > 36)) return raises("ValueError");
  if (!isAscii(text) || text.length > maxLength) return undefined;
  const [, sign, body = ""] = /^([-+]?)(.*)$/s.exec(text.replaceAll(spaces, ""))!;
  const marked = marks[/^0([xob])/i.exec(body)?.[1]?.toLowerCase() ?? ""];
  const isMarked = marked !== undefined && (radix === 0 || radix === marked);
  const base = isMarked ? marked : radix || 10;
  const digits = isMarked ? body.slice(2).replace(/^_/, "") : body;
  // Without a base, `010` is no number: it was octal once.
  const isOld = radix === 0 && !isMarked && /^0[\d_]*[1-9]/.test(digits);
  if (isOld || !/^[\da-z]+(?:_[\da-z]+)*$/i.test(digits)) return raises("ValueError");
  let sum = 0n;
  for (const digit of digits.replaceAll("_", "")) {
    const value = Number.parseInt(digit, 36);
    if (value >= base) return raises("ValueError");
    sum = sum * BigInt(base) + BigInt(value);
  }
  return sign === "-" ? -sum : sum;
}

const float = /^[-+]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[-+]?\d+(?:_\d+)*)?$/i;
const special = /^([-+]?)(?:(inf(?:inity)?)|nan)$/i;

/** `float(text)`. */
export function readFloat(text: string): number | Raises | undefined {
  if (!isAscii(text) || text.length > maxLength) return undefined;
  const body = text.replaceAll(spaces, "");
  if (float.test(body)) return Number(body.replaceAll("_", ""));
  const [whole, sign, infinite] = special.exec(body) ?? [];
  if (whole === undefined) return raises("ValueError");
  return infinite === undefined ? NaN : sign === "-" ? -Infinity : Infinity;
}
