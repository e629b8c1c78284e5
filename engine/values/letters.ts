import { isAscii } from "../kernel/characters.ts";
import * as kernel from "../kernel/text-case.ts";
import { spacesOf, type TextKind } from "./spaces.ts";

/**
 * Letters beyond ASCII change case by tables that differ between versions of Unicode, so text with any of them is not
 * worked out. Bytes know no other letters.
 */
const changes: ReadonlyMap<string, (text: string) => string | undefined> = new Map([
  ["lower", (text) => text.toLowerCase()],
  ["casefold", kernel.caseFolded],
  ["upper", (text) => text.toUpperCase()],
  ["title", kernel.titleCased],
  ["capitalize", kernel.capitalized],
  ["swapcase", kernel.caseSwapped],
]);

export const caseChanges: readonly string[] = [...changes.keys()];

export function changeCase(name: string, text: string, kind: TextKind): string | undefined {
  if (kind === "str") return isAscii(text) ? changes.get(name)?.(text) : undefined;
  const changed = changes.get(name)?.(withoutOthers(text));
  return changed && changed.replaceAll("\0", (_, at: number) => text[at]!);
}

/** Bytes beyond ASCII are no letters: each is as good as a zero. */
function withoutOthers(bytes: string): string {
  return bytes.replaceAll(/[^\0-\x7f]/g, "\0");
}

const questions: ReadonlyMap<string, (text: string) => boolean | undefined> = new Map([
  ["isdigit", kernel.isDigitText],
  ["isdecimal", kernel.isDecimalText],
  ["isnumeric", kernel.isNumericText],
  ["isalpha", kernel.isAlphaText],
  ["isalnum", kernel.isAlnumText],
  ["islower", kernel.isLowerText],
  ["isupper", kernel.isUpperText],
  ["istitle", kernel.isTitleText],
  ["isidentifier", kernel.isIdentifierText],
  ["isprintable", kernel.isPrintableText],
]);

const onlyOfText = new Set(["isdecimal", "isnumeric", "isidentifier", "isprintable"]);

export const letterQuestions: readonly string[] = ["isascii", "isspace", ...questions.keys()];

/** What a question about all the characters of a text is answered. */
export function askLetters(name: string, text: string, kind: TextKind): boolean | undefined {
  if (name === "isascii") return isAscii(text);
  if (name === "isspace") return kernel.isSpaceText(text, spacesOf[kind]);
  if (kind === "bytes" ? onlyOfText.has(name) : !isAscii(text)) return undefined;
  return questions.get(name)?.(withoutOthers(text));
}
