import { join } from "node:path";
import { analyse } from "scslre";
import { describe, expect, test } from "vitest";
import { patternsIn, type WrittenPattern } from "../scripts/structure/patterns.ts";
import { findSlowText } from "./support/patterns/slowness.ts";

/** The longest program that is accepted. */
const maxLength = 200_000;

/** Files with patterns that take longer than linear time, their number, and the longest text that they are given. */
const bounded: Readonly<Record<string, Readonly<{ maxLength: number; patterns: number }>>> = {
  // Looks at the length first.
  "engine/type-check/mypy-columns.ts": { maxLength: 1000, patterns: 1 },
  // Reads lines of engine/transpile/runtime/ only.
  "engine/transpile/bundle.ts": { maxLength: 1000, patterns: 1 },
};

const root = join(import.meta.dirname, "..");
const folders = ["engine", "service", "agent", "cli", "platform", "site"];
const patterns = folders.flatMap((folder) => patternsIn(root, folder).patterns);

const written = ({ source, flags }: WrittenPattern): string => `/${source}/${flags}`;
const fileOf = ({ place }: WrittenPattern): string => place.split(":", 1)[0]!;

/** A pattern that takes longer than linear time, by the linter's proof or on its worst texts. */
function problemOf(pattern: WrittenPattern, length = maxLength): string | undefined {
  const { source, flags } = pattern;
  const [report] = length < maxLength ? [] : analyse({ source, flags }).reports;
  if (report) return `${pattern.place} ${written(pattern)}: ${report.type} (scslre)`;
  const slow = findSlowText(source, flags, length);
  return slow && `${pattern.place} ${written(pattern)}: ${JSON.stringify(slow)}`;
}

test("every pattern takes linear time for its worst input, or is bounded", () => {
  expect(patterns.length).toBeGreaterThan(1000);
  const each = new Map(patterns.map((pattern) => [written(pattern), pattern]));
  const problems = [...each.values()].flatMap((pattern) => {
    const problem = problemOf(pattern);
    return problem === undefined ? [] : [{ pattern, problem }];
  });
  const byFile = Object.groupBy(problems, ({ pattern }) => fileOf(pattern));
  for (const [file, { maxLength: length, patterns: count }] of Object.entries(bounded)) {
    expect(byFile[file]?.map(({ problem }) => problem)).toHaveLength(count);
    const slow = byFile[file]!.map(({ pattern }) => problemOf(pattern, length));
    expect(slow.filter((problem) => problem !== undefined)).toEqual([]);
    delete byFile[file];
  }
  expect(Object.values(byFile).flatMap((found) => found!.map(({ problem }) => problem))).toEqual([]);
});

describe("the pattern check", () => {
  const slow = [
    /(a+)+$/,
    /\s+$/,
    /a+b/,
    /\bcurl\b[^\n]*\|/,
    /^\s*,?\s*\)$/,
    /"(?:[^"\\\n]|\\.)*"/g,
    /<!--[^]*?-->/g,
  ];

  test.for(slow)("finds %s", ({ source, flags }) => {
    expect(findSlowText(source, flags, maxLength)).toBeDefined();
  });

  test("accepts a pattern that only looks slow", () => {
    for (const { source, flags } of [
      /(?<!\s)\s+$/,
      /\bcurl\b(?:(?!\bcurl\b)[^\n])*\|/,
      /"(?:[^"\\\n]|\\.)*"?/g,
    ])
      expect(problemOf({ place: "", source, flags })).toBeUndefined();
  });
});
