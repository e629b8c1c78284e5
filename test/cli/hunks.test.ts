import { TextDocument } from "vscode-languageserver-textdocument";
import { describe, expect, test } from "vitest";
import { applyHunks, distanceTo, hunksBetween, toTextEdit } from "../../cli/lsp/fixes/hunks.ts";

const snapshotOf = (text: string, newline: "\n" | "\r\n" = "\n") => ({
  uri: "file:///a.py",
  version: 1,
  path: "/a.py",
  text,
  newline,
  isSaved: true,
});

describe("the hunks of a change", () => {
  test.for([
    ["lines changed, added and removed", "a\nb\nc\nd\n", "a\nB\nc\nx\ny\n"],
    ["nothing", "a\n", "a\n"],
    ["an insertion at the start", "a\n", "x\na\n"],
    ["a text with everything removed", "a\nb\n", ""],
    ["a last line without a line ending", "a\nb", "a\nc"],
    ["a line ending added to the last line", "a\nb", "a\nb\n"],
    ["a line ending removed", "a\nb\n", "a\nb"],
    ["a line after one without a line ending", "a\nb", "a\nb\nc"],
    ["old line endings", "a\rb\rc", "a\rB\rc"],
  ] as const)("turn the old text into the new one: %s", ([, before, after]) => {
    const hunks = hunksBetween(before, after);
    const edits = hunks.map((hunk) => toTextEdit(snapshotOf(before), hunk));
    expect(TextDocument.applyEdits(TextDocument.create("file:///a.py", "python", 1, before), edits)).toBe(
      after,
    );
    expect(applyHunks(before, hunks)).toBe(after);
  });

  test("are applied to a document with its own line endings", () => {
    const [hunk] = hunksBetween("a\nb\n", "a\nB\nC\n");
    expect(toTextEdit(snapshotOf("a\nb\n", "\r\n"), hunk!).newText).toBe("B\r\nC\r\n");
  });

  test("know their distance from a line", () => {
    const [hunk] = hunksBetween("a\nb\nc\nd\n", "a\nx\nd\n");
    expect([0, 1, 2, 3].map((line) => distanceTo(hunk!, line))).toEqual([1, 0, 0, 1]);
  });
});
