import { describe, expect, test } from "vitest";
import { shellWords } from "../../../../engine/repair/security/shell-words.ts";
import { processorMs } from "../../../support/processor-time.ts";

describe("a line is split as a shell splits it", () => {
  test.each([
    ["ls -l", ["ls", "-l"]],
    ["  git   status ", ["git", "status"]],
    [`git commit -m "first 'real' commit"`, ["git", "commit", "-m", "first 'real' commit"]],
    [`grep -e 'a|b' "x y".txt`, ["grep", "-e", "a|b", "x y.txt"]],
    [`printf '%s' ""`, ["printf", "%s", ""]],
    ["dd if=a of=b", ["dd", "if=a", "of=b"]],
    ["/usr/bin/env", ["/usr/bin/env"]],
    ["python3 -m http.server 8000", ["python3", "-m", "http.server", "8000"]],
    ["convert häuser.png häuser.jpg", ["convert", "häuser.png", "häuser.jpg"]],
  ])("%s", (line, words) => {
    expect(shellWords(line)).toEqual(words);
  });
});

describe("a line that needs a shell is not split", () => {
  test.each([
    "ls | wc",
    "ls > x",
    "make && make install",
    "sleep 1 &",
    "a; b",
    "ls *.py",
    "ls ~",
    "ls ~/x",
    "echo $HOME",
    'echo "$HOME"',
    "echo `date`",
    'echo "`date`"',
    "cat {a,b}",
    "ls [ab]",
    "ls a?",
    "ls # all",
    "MODE=1 make",
    "cd build",
    "export A",
    "source x",
    ". x",
    "dir",
    "copy a b",
    "echo -n x",
    "! true",
    "./run",
    "bin/run",
    "run.sh",
    "ls\npwd",
    "ls a\\ b",
    "ls 'a",
    "",
    "   ",
  ])("%s", (line) => {
    expect(shellWords(line)).toBeUndefined();
  });
});

test("a line of any length is read quickly", () => {
  const lines = ["a ", "' ", '"', "'a' ", "a'"].map((piece) => `${piece.repeat(50_000)}$`);
  expect(processorMs(() => lines.forEach(shellWords))).toBeLessThan(1000);
});
