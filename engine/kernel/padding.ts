import { textLength } from "./characters.ts";

/** Fills a text up to a width; it stands on the left, on the right or, a little more to the left, in the middle. */
export function padText(text: string, width: number, fill: string, align: string): string {
  const space = Math.max(0, width - textLength(text));
  const left = align === "<" ? 0 : align === ">" ? space : Math.floor(space / 2);
  return fill.repeat(left) + text + fill.repeat(space - left);
}

/** `text.center(width, fill)`, which leans the other way than a format does where both numbers are odd. */
export function centerText(text: string, width: number, fill: string): string {
  const space = Math.max(0, width - textLength(text));
  const left = Math.floor(space / 2) + (space & width & 1);
  return fill.repeat(left) + text + fill.repeat(space - left);
}

/** `text.zfill(width)`. */
export function zeroFill(text: string, width: number): string {
  const sign = /^[+-]/.exec(text)?.[0] ?? "";
  return sign + "0".repeat(Math.max(0, width - textLength(text))) + text.slice(sign.length);
}
