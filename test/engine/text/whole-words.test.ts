import { expect, test } from "vitest";
import { mentions } from "../../../engine/text/whole-words.ts";

test.for<[text: string, word: string, isThere: boolean]>([
  ["print(total)", "total", true],
  ["subtotal + totals + total_2 + x.total", "total", false],
  ["totals total", "total", true],
  ["os.path.join(a)", "os.path", true],
  ["my.os.path", "os.path", false],
  ["os-path", "os.path", false],
  ["a (b", "(b", true],
  ["", "a", false],
])("%s contains the whole word %s: %s", ([text, word, isThere]) => {
  expect(mentions(text, word)).toBe(isThere);
});
