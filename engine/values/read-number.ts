import { isAscii } from "../kernel/characters.ts";
import * as kernel from "../kernel/read-number.ts";
import { raises, type Raises } from "./value.ts";

const maxLength = 1000;

/** Digits of other scripts, which Python reads too, are not worked out. */
function isReadable(text: string): boolean {
  return isAscii(text) && text.length <= maxLength;
}

/** `int(text, radix)`. */
export function readInteger(text: string, radix: number): bigint | Raises | undefined {
  if (radix !== 0 && (radix < 2 || radix > 36)) return raises("ValueError");
  return isReadable(text) ? (kernel.readInteger(text, radix) ?? raises("ValueError")) : undefined;
}

/** `float(text)`. */
export function readFloat(text: string): number | Raises | undefined {
  return isReadable(text) ? (kernel.readFloat(text) ?? raises("ValueError")) : undefined;
}
