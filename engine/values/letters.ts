import { isAscii, type TextKind } from "./characters.ts";
import { isSpace } from "./spaces.ts";

/**
 * Letters beyond ASCII change case by tables that differ between versions of Unicode, and some change their number or
 * look at their neighbours, so text with any of them is not worked out. Bytes know no other letters.
 */
type Change = (text: string) => string;

const lower: Change = (text) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
const upper: Change = (text) => text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());

const changes: ReadonlyMap<string, Change> = new Map<string, Change>([
  ["lower", lower],
  ["casefold", lower],
  ["upper", upper],
  ["title", (text) => text.replaceAll(/[A-Za-z]+/g, (word) => upper(word[0]!) + lower(word.slice(1)))],
  ["capitalize", (text) => upper(text.slice(0, 1)) + lower(text.slice(1))],
  [
    "swapcase",
    (text) => text.replaceAll(/[A-Za-z]/g, (one) => (one < "a" ? one.toLowerCase() : one.toUpperCase())),
  ],
]);

export const caseChanges: readonly string[] = [...changes.keys()];

export function changeCase(name: string, text: string, kind: TextKind): string | undefined {
  return kind === "bytes" || isAscii(text) ? changes.get(name)?.(text) : undefined;
}

type Question = (text: string) => boolean;

const hasNoneOf = (pattern: RegExp, needed: RegExp): Question => {
  return (text) => !pattern.test(text) && needed.test(text);
};

const questions: ReadonlyMap<string, Question> = new Map<string, Question>([
  ["isdigit", (text) => /^[0-9]+$/.test(text)],
  ["isdecimal", (text) => /^[0-9]+$/.test(text)],
  ["isnumeric", (text) => /^[0-9]+$/.test(text)],
  ["isalpha", (text) => /^[A-Za-z]+$/.test(text)],
  ["isalnum", (text) => /^[A-Za-z0-9]+$/.test(text)],
  ["islower", hasNoneOf(/[A-Z]/, /[a-z]/)],
  ["isupper", hasNoneOf(/[a-z]/, /[A-Z]/)],
  ["istitle", hasNoneOf(/[A-Za-z][A-Z]|(?<![A-Za-z])[a-z]/, /[A-Za-z]/)],
  ["isidentifier", (text) => /^[A-Za-z_]\w*$/.test(text)],
  ["isprintable", (text) => /^[ -~]*$/.test(text)],
]);

const onlyOfText = new Set(["isdecimal", "isnumeric", "isidentifier", "isprintable"]);

export const letterQuestions: readonly string[] = ["isascii", "isspace", ...questions.keys()];

/** What a question about all the characters of a text is answered. */
export function askLetters(name: string, text: string, kind: TextKind): boolean | undefined {
  if (name === "isascii") return isAscii(text);
  if (name === "isspace") return isSpace(text, kind);
  if (kind === "bytes" ? onlyOfText.has(name) : !isAscii(text)) return undefined;
  return questions.get(name)?.(text);
}
