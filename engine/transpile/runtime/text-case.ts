import { TranslationLimit } from "./errors.ts";
import { trimStart } from "./text-split.ts";

export function str_upper(text: string): string {
  return text.toUpperCase();
}

export function str_lower(text: string): string {
  return text.toLowerCase();
}

export function str_casefold(text: string): string {
  if (!/^[\0-\xb4\xb6-\u0148\u014a-\u017e\u0400-\u052f]*$/.test(text))
    throw new TranslationLimit("casefold() of these characters is not translated.");
  return text.toLowerCase().replaceAll("ß", "ss");
}

export function str_capitalize(text: string): string {
  const [first = ""] = text;
  return titleChar(first) + lowerPart(text.slice(first.length));
}

export function str_title(text: string): string {
  const words = text.replaceAll(/\p{Cased}+/gu, (word) => {
    const [first = ""] = word;
    return titleChar(first) + lowerPart(word.slice(first.length));
  });
  return words;
}

/** Where a character has an upper case of its own at the start of a word, it is not translated. */
export function titleChar(char: string): string {
  const upper = char.toUpperCase();
  if (upper.length > char.length || /[\u01c4-\u01cc\u01f1-\u01f3\u10d0-\u10ff]/.test(char))
    throw new TranslationLimit("The title case of this character is not translated.");
  return upper;
}

/** Lower case, where the letters before it do not decide how it looks. */
export function lowerPart(text: string): string {
  if (text.includes("Σ")) throw new TranslationLimit("The lower case of Σ is not translated here.");
  return text.toLowerCase();
}

export function str_swapcase(text: string): string {
  const swap = (char: string): string => (/\p{Uppercase}/u.test(char) ? lowerPart(char) : char.toUpperCase());
  return text.replaceAll(/[\p{Uppercase}\p{Lowercase}]/gu, swap);
}

export function str_isupper(text: string): boolean {
  return /\p{Uppercase}/u.test(text) && !/[\p{Lowercase}\p{Lt}]/u.test(text);
}

export function str_islower(text: string): boolean {
  return /\p{Lowercase}/u.test(text) && !/[\p{Uppercase}\p{Lt}]/u.test(text);
}

export function str_istitle(text: string): boolean {
  const words = text.match(/[\p{Uppercase}\p{Lowercase}\p{Lt}]+/gu) ?? [];
  return words.length > 0 && words.every((word) => /^[\p{Uppercase}\p{Lt}]\p{Lowercase}*$/u.test(word));
}

export function str_isalpha(text: string): boolean {
  return /^\p{L}+$/u.test(text);
}

export function str_isalnum(text: string): boolean {
  return /^[\p{L}\p{N}]+$/u.test(text);
}

export function str_isdecimal(text: string): boolean {
  return /^\p{Nd}+$/u.test(text);
}

export function str_isdigit(text: string): boolean {
  return /^[\p{Nd}\xb2\xb3\xb9\u2070\u2074-\u2079\u2080-\u2089]+$/u.test(plainNumerals(text));
}

export function str_isnumeric(text: string): boolean {
  return /^[\p{N}]+$/u.test(plainNumerals(text));
}

/** Numerals that are letters or stand in circles are not translated. */
export function plainNumerals(text: string): string {
  if (/(?![\xb2\xb3\xb9\u2070-\u2089\xbc-\xbe])[\p{No}\p{Script=Han}]/u.test(text))
    throw new TranslationLimit("Whether these characters are digits is not translated.");
  return text;
}

export function str_isspace(text: string): boolean {
  return text !== "" && trimStart(text) === "";
}

export function str_isascii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

export function str_isidentifier(text: string): boolean {
  return /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(text);
}

export function str_isprintable(text: string): boolean {
  return !/[\p{C}\p{Z}]/u.test(text.replaceAll(" ", ""));
}
