import { describe, expect, test } from "vitest";
import { mapAfter, submittedLine, submittedLines, type LineMap } from "../../../engine/text/line-map.ts";
import { applySplices, type Splice } from "../../../engine/text/splices.ts";

/** Each line of the text after some edits, with the submitted line it came from. */
function mapped(text: string, ...edits: readonly (readonly Splice[])[]): string[] {
  let [now, map]: [string, LineMap] = [text, submittedLines];
  for (const splices of edits) {
    map = mapAfter(map, now, splices);
    now = applySplices(now, splices);
  }
  return now.split(/\r\n|\r|\n/).map((line, n) => `${submittedLine(map, n + 1)} ${line}`);
}

const text = "one\ntwo\nthree\nfour\n";
const at = (word: string): number => text.indexOf(word);
const over = (word: string, put: string): Splice => ({
  start: at(word),
  end: at(word) + word.length,
  text: put,
});

describe("the lines of an edited text", () => {
  test("equal the submitted lines without edits", () => {
    expect(mapped(text)).toEqual(["1 one", "2 two", "3 three", "4 four", "5 "]);
  });

  test("stay when a word changes", () => {
    expect(mapped(text, [over("two", "zwei")])).toEqual(["1 one", "2 zwei", "3 three", "4 four", "5 "]);
  });

  test("shift with an added line", () => {
    expect(mapped(text, [{ start: 0, end: 0, text: "new\n" }])).toEqual([
      "1 new",
      "1 one",
      "2 two",
      "3 three",
      "4 four",
      "5 ",
    ]);
    expect(mapped(text, [{ start: at("three"), end: at("three"), text: "a\nb\n" }])).toEqual([
      "1 one",
      "2 two",
      "3 a",
      "3 b",
      "3 three",
      "4 four",
      "5 ",
    ]);
  });

  test("shift with a removed line", () => {
    expect(mapped(text, [over("two\n", "")])).toEqual(["1 one", "3 three", "4 four", "5 "]);
  });

  test("map joined lines to the first of them", () => {
    const joined = "one \\\n  two\nthree";
    const start = joined.indexOf("\\");
    expect(mapped(joined, [{ start, end: joined.indexOf("two"), text: "" }])).toEqual([
      "1 one two",
      "3 three",
    ]);
  });

  test("stay when lines are replaced by the same number of lines", () => {
    expect(mapped(text, [over("two\nthree", "2\n3")])).toEqual(["1 one", "2 2", "3 3", "4 four", "5 "]);
  });

  test("shift when lines are replaced by more or fewer lines", () => {
    expect(mapped(text, [over("two\nthree", "2\n2b\n3")]).at(-2)).toBe("4 four");
    expect(mapped(text, [over("one\ntwo\nthree", "1")]).slice(1)).toEqual(["4 four", "5 "]);
  });

  test("shift with several edits at once, also on one line", () => {
    const splices = [{ start: 0, end: 0, text: "new\n" }, over("two", "2\n2b"), over("three\n", "")];
    expect(mapped(text, splices)).toEqual(["1 new", "1 one", "2 2", "2 2b", "4 four", "5 "]);
    expect(
      mapped("a b\nc", [
        { start: 0, end: 1, text: "x" },
        { start: 2, end: 3, text: "y" },
      ]),
    ).toEqual(["1 x y", "2 c"]);
  });

  test("shift with consecutive edits", () => {
    const first = [{ start: 0, end: 0, text: "import math\n" }];
    const second = [{ start: "import math\none\n".length, end: "import math\none\ntwo\n".length, text: "" }];
    expect(mapped(text, first, second)).toEqual(["1 import math", "1 one", "3 three", "4 four", "5 "]);
  });

  test("are counted the same with every kind of line end", () => {
    for (const end of ["\r\n", "\r"]) {
      const submitted = text.replaceAll("\n", end);
      const start = submitted.indexOf("three");
      expect(mapped(submitted, [{ start, end: start, text: `new${end}` }])).toEqual([
        "1 one",
        "2 two",
        "3 new",
        "3 three",
        "4 four",
        "5 ",
      ]);
    }
  });

  test("include a last line without a final line end", () => {
    expect(mapped("one\ntwo", [{ start: 7, end: 7, text: "\nthree" }])).toEqual([
      "1 one",
      "2 two",
      "2 three",
    ]);
  });

  test("keep a missing line number", () => {
    expect(submittedLine(submittedLines, null)).toBeNull();
  });
});
