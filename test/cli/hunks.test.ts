import { TextDocument } from "vscode-languageserver-textdocument";
import { describe, expect, test } from "vitest";
import { applyHunks, distanceTo, hunksBetween, toTextEdit } from "../../cli/lsp/hunks.ts";

const snapshotOf = (text: string, newline: "\n" | "\r\n" = "\n") => ({
  uri: "file:///a.py",
  version: 1,
  path: "/a.py",
  text,
  newline,
  isSaved: true,
});

describe("the pieces of a change", () => {
  test.for([
    ["lines changed, added and removed", "a\nb\nc\nd\n", "a\nB\nc\nx\ny\n"],
    ["nothing", "a\n", "a\n"],
    ["something in front", "a\n", "x\na\n"],
    ["everything removed", "a\nb\n", ""],
    ["a last line without an end", "a\nb", "a\nc"],
    ["an end put behind the last line", "a\nb", "a\nb\n"],
    ["an end taken away", "a\nb\n", "a\nb"],
    ["a line behind one without an end", "a\nb", "a\nb\nc"],
    ["old line ends", "a\rb\rc", "a\rB\rc"],
  ] as const)("%s", ([, before, after]) => {
    const hunks = hunksBetween(before, after);
    const edits = hunks.map((hunk) => toTextEdit(snapshotOf(before), hunk));
    expect(TextDocument.applyEdits(TextDocument.create("file:///a.py", "python", 1, before), edits)).toBe(
      after,
    );
    expect(applyHunks(before, hunks)).toBe(after);
  });

  test("are put into a document with its own line ends", () => {
    const [hunk] = hunksBetween("a\nb\n", "a\nB\nC\n");
    expect(toTextEdit(snapshotOf("a\nb\n", "\r\n"), hunk!).newText).toBe("B\r\nC\r\n");
  });

  test("know how far they are from a line", () => {
    const [hunk] = hunksBetween("a\nb\nc\nd\n", "a\nx\nd\n");
    expect([0, 1, 2, 3].map((line) => distanceTo(hunk!, line))).toEqual([1, 0, 0, 1]);
  });
});
