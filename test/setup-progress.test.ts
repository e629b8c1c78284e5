import { expect, test } from "vitest";

type Board = Readonly<{ write(text: string): void; show(line: () => string): () => void }>;
/** Set-up is plain JavaScript without declarations. */
const file: string = "../scripts/setup/progress-board.mjs";
const { createBoard } = (await import(file)) as {
  createBoard: (terminal: { write(text: string): void; columns: number }) => Board;
};

const escape = "\u001b";
const signs = new RegExp(`${escape}\\[(\\d+)A|${escape}\\[J|\\r|\\n|[^${escape}\\r\\n]+`, "g");

/** The text on a terminal after these writes, with the few control sequences that the board uses. */
function seen(written: string): string[] {
  const lines = [""];
  let at = 0;
  for (const [sign, upBy] of written.matchAll(signs)) {
    if (upBy !== undefined) at -= Number(upBy);
    else if (sign === `${escape}[J`) lines.splice(at, Infinity, "");
    else if (sign === "\n") lines[(at += 1)] ??= "";
    else if (sign !== "\r") lines[at] = sign;
  }
  return lines.filter((line) => line !== "");
}

test("each task in progress has one line, and messages stay above them", () => {
  let written = "";
  const board = createBoard({ write: (text) => void (written += text), columns: 30 });
  let seconds = 1;
  const stopPackages = board.show(() => `packages ${seconds} s`);
  const stopPython = board.show(() => `python ${"x".repeat(50)}`);
  seconds = 2;
  board.write("docker is missing");
  expect(seen(written)).toEqual(["docker is missing", "packages 2 s", `python ${"x".repeat(22)}`]);

  stopPackages();
  stopPackages();
  board.write("packages done");
  expect(seen(written)).toEqual(["docker is missing", "packages done", `python ${"x".repeat(22)}`]);
  stopPython();
  expect(seen(written)).toEqual(["docker is missing", "packages done"]);
});
