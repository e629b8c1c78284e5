import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { editScript } from "../../cli/formats/edit-script.ts";
import { unifiedDiff } from "../../cli/formats/unified-diff.ts";
import { createDice } from "../support/dice.ts";
import { openCliStage } from "./stage.ts";

test.for([
  ["a\n", "b\n"],
  ["a\nb\nc\n", "a\nc\n"],
  ["", "new\n"],
  ["old\n", ""],
  ["no end", "no end\n"],
  ["a\r\nb\r\n", "a\r\nc\r\n"],
  [
    Array.from({ length: 40 }, (_, n) => `${n}\n`).join(""),
    Array.from({ length: 40 }, (_, n) => `${n % 13}\n`).join(""),
  ],
])("a patch of %j makes %j when git applies it", ([before, after]) => {
  expect(applied(before!, after!)).toBe(after);
});

test("equal texts produce no patch", () => {
  expect(unifiedDiff("a.py", "same\n", "same\n")).toBe("");
});

function applied(before: string, after: string): string {
  const patch = unifiedDiff("a.py", before, after);
  const { folder } = openCliStage({ "a.py": before, "fix.patch": patch });
  execFileSync("git", ["apply", "--whitespace=nowarn", "fix.patch"], { cwd: folder });
  return readFileSync(join(folder, "a.py"), "utf8");
}

test("kept and removed lines are the first text, kept and added lines the second", () => {
  const dice = createDice(7);
  const lines = (): string[] => Array.from({ length: dice.below(12) }, () => dice.pick(["a", "b", "c"]));
  for (let n = 0; n < 2000; n += 1) {
    const [before, after] = [lines(), lines()];
    const edits = editScript(before, after);
    expect(edits.filter(({ kind }) => kind !== "+").map(({ line }) => line)).toEqual(before);
    expect(edits.filter(({ kind }) => kind !== "-").map(({ line }) => line)).toEqual(after);
  }
});
