import { textSpaces, trimStart, type Spaces } from "./spaces.ts";

/** Upper case at the start of a word; not worked out where a character has one of its own there. */
function titleChar(char: string): string | undefined {
  const upper = char.toUpperCase();
  return upper.length > char.length || /[\u01c4-\u01cc\u01f1-\u01f3\u10d0-\u10ff]/.test(char)
    ? undefined
    : upper;
}

/** Lower case; not worked out where the letters before one decide how it looks. */
function lowerPart(text: string): string | undefined {
  return text.includes("Σ") ? undefined : text.toLowerCase();
}

export function capitalized(text: string): string | undefined {
  const [first = ""] = text;
  const [start, rest] = [titleChar(first), lowerPart(text.slice(first.length))];
  return start === undefined || rest === undefined ? undefined : start + rest;
}

/** Every word of a text changed; undefined where one of them is not worked out. */
function changeEach(
  text: string,
  pattern: RegExp,
  change: (part: string) => string | undefined,
): string | undefined {
  let isKnown = true;
  const changed = text.replaceAll(pattern, (part) => {
    const now = change(part);
    isKnown &&= now !== undefined;
    return now ?? part;
  });
  return isKnown ? changed : undefined;
}

export function titleCased(text: string): string | undefined {
  return changeEach(text, /\p{Cased}+/gu, capitalized);
}

export function caseSwapped(text: string): string | undefined {
  return changeEach(text, /[\p{Uppercase}\p{Lowercase}]/gu, (char) =>
    /\p{Uppercase}/u.test(char) ? lowerPart(char) : char.toUpperCase(),
  );
}

/** Case folded; only of letters of which versions of Unicode think alike. */
export function caseFolded(text: string): string | undefined {
  if (!/^[\0-\xb4\xb6-\u0148\u014a-\u017e\u0400-\u052f]*$/.test(text)) return undefined;
  return text.toLowerCase().replaceAll("ß", "ss");
}

export function isUpperText(text: string): boolean {
  return /\p{Uppercase}/u.test(text) && !/[\p{Lowercase}\p{Lt}]/u.test(text);
}

export function isLowerText(text: string): boolean {
  return /\p{Lowercase}/u.test(text) && !/[\p{Uppercase}\p{Lt}]/u.test(text);
}

export function isTitleText(text: string): boolean {
  const words = text.match(/[\p{Uppercase}\p{Lowercase}\p{Lt}]+/gu) ?? [];
  return words.length > 0 && words.every((word) => /^[\p{Uppercase}\p{Lt}]\p{Lowercase}*$/u.test(word));
}

export function isAlphaText(text: string): boolean {
  return /^\p{L}+$/u.test(text);
}

export function isAlnumText(text: string): boolean {
  return /^[\p{L}\p{N}]+$/u.test(text);
}

export function isDecimalText(text: string): boolean {
  return /^\p{Nd}+$/u.test(text);
}

export function isDigitText(text: string): boolean | undefined {
  return hasPlainNumerals(text)
    ? /^[\p{Nd}\xb2\xb3\xb9\u2070\u2074-\u2079\u2080-\u2089]+$/u.test(text)
    : undefined;
}

export function isNumericText(text: string): boolean | undefined {
  return hasPlainNumerals(text) ? /^[\p{N}]+$/u.test(text) : undefined;
}

/** Numerals that are letters or stand in circles are not worked out. */
function hasPlainNumerals(text: string): boolean {
  return !/(?![\xb2\xb3\xb9\u2070-\u2089\xbc-\xbe])[\p{No}\p{Script=Han}]/u.test(text);
}

export function isSpaceText(text: string, spaces: Spaces = textSpaces): boolean {
  return text !== "" && trimStart(text, spaces) === "";
}

export function isIdentifierText(text: string): boolean {
  return /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(text);
}

export function isPrintableText(text: string): boolean {
  return !/[\p{C}\p{Z}]/u.test(text.replaceAll(" ", ""));
}
