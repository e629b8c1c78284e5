import { charactersOf, lengthOf } from "./characters.ts";

export type Align = "<" | ">" | "^" | "=";

export function pad(text: string, width: number, fill: string, align: Align): string {
  const missing = Math.max(0, width - lengthOf(text));
  const before = align === "<" ? 0 : align === "^" ? Math.floor(missing / 2) : missing;
  return fill.repeat(before) + text + fill.repeat(missing - before);
}

/** `text.center(width, fill)`, which leans the other way than a format does. */
export function center(text: string, width: number, fill: string): string {
  const missing = Math.max(0, width - lengthOf(text));
  const before = Math.floor(missing / 2) + (missing & width & 1);
  return fill.repeat(before) + text + fill.repeat(missing - before);
}

export function zeroFill(text: string, width: number): string {
  const zeros = "0".repeat(Math.max(0, width - lengthOf(text)));
  return /^[+-]/.test(text) ? text[0]! + zeros + text.slice(1) : zeros + text;
}

export const maxWidth = 1000;

/** `format(text, spec)` for fill, alignment, width and the number of characters kept. */
export function formatText(text: string, spec: string): string | undefined {
  const match = /^(?:(.?)([<>^]))?([1-9]\d*)?(?:\.(\d+))?s?$/su.exec(spec);
  if (!match) return undefined;
  const [, fill = "", align = "<", width = "0", kept] = match;
  if (Number(width) > maxWidth || Number(kept ?? 0) > maxWidth) return undefined;
  const shown = kept === undefined ? text : charactersOf(text).slice(0, Number(kept)).join("");
  return pad(shown, Number(width), fill || " ", align as Align);
}

const radixes = new Map([
  ["", 10],
  ["d", 10],
  ["b", 2],
  ["o", 8],
  ["x", 16],
  ["X", 16],
]);

/** `format(number, spec)` for whole numbers, without grouping. */
export function formatInt(value: bigint, spec: string): string | undefined {
  const match = /^(?:(.?)([<>=^]))?([-+ ]?)(#?)(0?)([1-9]\d*)?([bdoxX]?)$/su.exec(spec);
  if (!match) return undefined;
  const [, fill = "", align, sign = "", mark, zero, width = "0", letter = ""] = match;
  if (Number(width) > maxWidth) return undefined;
  const digits = (value < 0n ? -value : value).toString(radixes.get(letter));
  const prefix = mark === "" || letter === "" || letter === "d" ? "" : `0${letter}`;
  const shown = letter === "X" ? digits.toUpperCase() : digits;
  const front = (value < 0n ? "-" : sign === "-" ? "" : sign) + prefix;
  const filling = fill || (zero && align === undefined ? "0" : zero ? "0" : " ");
  const alignment = (align ?? (zero ? "=" : ">")) as Align;
  if (alignment !== "=") return pad(front + shown, Number(width), filling, alignment);
  return front + pad(shown, Number(width) - front.length, filling, ">");
}
