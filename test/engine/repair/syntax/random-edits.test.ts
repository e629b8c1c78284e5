import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inspect } from "../../../../engine/tasks/inspect.ts";
import { createLinter } from "../../../../engine/lint/lint.ts";
import { fixSyntax } from "../../../../engine/repair/syntax/fix-syntax.ts";
import { syntaxRepairs } from "../../../../engine/repair/syntax/repairs.ts";
import { applySplices } from "../../../../engine/text/splices.ts";
import { randomEdits, seeded } from "./random-edits.ts";

const folder = new URL("./programs/", import.meta.url);
const programs = readdirSync(folder)
  .toSorted()
  .map((name) => readFileSync(new URL(name, folder), "utf8"));
const linter = createLinter();
const editsPerProgram = 4;

function fix(text: string): { text: string; touched: number } {
  let [now, touched] = [text, 0];
  for (const { splices } of fixSyntax(linter, text, syntaxRepairs) ?? []) {
    touched += splices.reduce(
      (sum, { start, end, text: put }) => sum + linesIn(now.slice(start, end) + put),
      0,
    );
    now = applySplices(now, splices);
  }
  return { text: now, touched };
}

const linesIn = (text: string): number => text.split("\n").length;

const securityOf = (text: string): string[] => inspect(linter, text).security.map(({ id }) => id);

/** How many lines of a text are not in another, in order or not. */
function missing(before: string, after: string): number {
  const left = Map.groupBy(after.split("\n"), (line) => line);
  const counts = new Map([...left].map(([line, all]) => [line, all.length]));
  return before.split("\n").filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  }).length;
}

type Tally = { broken: number; fixed: number; restored: number };
const tallies = new Map<string, Tally>();

describe.each(Object.entries(randomEdits(linter)))("when %s", (name, edit) => {
  const tally: Tally = { broken: 0, fixed: 0, restored: 0 };
  tallies.set(name, tally);

  test.each(programs.map((program, seed) => ({ program, seed })))(
    "program $seed parses after the repair or is unchanged",
    ({ program, seed }) => {
      const random = seeded(1000 + seed);
      const known = securityOf(program);
      for (let n = 0; n < editsPerProgram; n += 1) {
        const broken = edit(program, random);
        if (linter.parses(broken)) continue;
        const { text, touched } = fix(broken);
        tally.broken += 1;
        if (text === broken) continue;
        expect(linter.parses(text)).toBe(true);
        expect(fix(text).text).toBe(text);
        expect(missing(broken, text)).toBeLessThanOrEqual(touched);
        expect(securityOf(text).filter((id) => !known.includes(id))).toEqual([]);
        tally.fixed += 1;
        if (text === program) tally.restored += 1;
      }
    },
  );
});

test("most random edits are fixed, and most small ones are restored", () => {
  const sum = (names: readonly string[], of: keyof Tally): number =>
    names.reduce((total, name) => total + tallies.get(name)![of], 0);
  const all = [...tallies.keys()];
  expect(sum(all, "fixed") / sum(all, "broken")).toBeGreaterThan(0.7);
  const small = ["a quote is dropped", "a bracket, comma or colon is dropped", "a line is shifted"];
  expect(sum(small, "restored") / sum(small, "broken")).toBeGreaterThan(0.7);
});
