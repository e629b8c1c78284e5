import {
  capitalized,
  caseFolded,
  caseSwapped,
  isDigitText,
  isNumericText,
  titleCased,
} from "../../kernel/text-case.ts";
import { TranslationLimit } from "./errors.ts";

/** What is worked out for some characters only. */
export function translated<Answer>(answer: Answer | undefined, what: string): Answer {
  if (answer === undefined) throw new TranslationLimit(`${what}() of these characters is not translated.`);
  return answer;
}

export function str_upper(text: string): string {
  return text.toUpperCase();
}

export function str_lower(text: string): string {
  return text.toLowerCase();
}

export function str_casefold(text: string): string {
  return translated(caseFolded(text), "casefold");
}

export function str_capitalize(text: string): string {
  return translated(capitalized(text), "capitalize");
}

export function str_title(text: string): string {
  return translated(titleCased(text), "title");
}

export function str_swapcase(text: string): string {
  return translated(caseSwapped(text), "swapcase");
}

export function str_isdigit(text: string): boolean {
  return translated(isDigitText(text), "isdigit");
}

export function str_isnumeric(text: string): boolean {
  return translated(isNumericText(text), "isnumeric");
}
