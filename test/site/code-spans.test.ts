import { expect, test } from "vitest";
import { codeSpansOf } from "../../site/parts/code-spans.ts";

/** Code as it is shown, in angle brackets. */
const shown = (message: string): string =>
  codeSpansOf(message)
    .map(({ text, isCode }) => (isCode ? `<${text}>` : text))
    .join("");

test.for([
  ["`total([1, 2, 3])`: expected 6, got 5.", "<total([1, 2, 3])>: expected 6, got 5."],
  ["`+` cannot take `int` and `str`", "<+> cannot take <int> and <str>"],
  ["no code at all", "no code at all"],
  ["one ` alone stays", "one ` alone stays"],
  ["``a ` b`` in two", "<a ` b> in two"],
  ["over `two\nlines`", "over <two\nlines>"],
  ["", ""],
])("a text between backticks is code: %s", ([message, expected]) => {
  expect(shown(message!)).toBe(expected);
});
