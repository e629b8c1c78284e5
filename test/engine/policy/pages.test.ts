import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { rules } from "../../../engine/policy/index.ts";
import { judgeProgram } from "../../../engine/policy/policy.ts";
import { readTree } from "../../../engine/tree/tree.ts";

const order = ["What it finds", "Why", "Example", "Instead", "When it does not fire"];

function pageOf(id: string): { headings: string[]; bad: string[]; good: string[] } {
  const url = new URL(`../../../engine/policy/${id}.md`, import.meta.url);
  const sections = readFileSync(url, "utf8").split(/^## /m).slice(1);
  const blocksIn = (section: string): string[] =>
    Array.from(section.matchAll(/```py\n(.*?)```/gs), ([, code]) => code!);
  return {
    headings: sections.map((section) => section.split("\n")[0]!),
    bad: blocksIn(sections[2] ?? ""),
    good: sections.slice(3).flatMap(blocksIn),
  };
}

function idsIn(code: string): string[] {
  const { findings, isComplete } = judgeProgram(readTree(code)!);
  expect(isComplete).toBe(true);
  return findings.map(({ id }) => id);
}

describe.each(rules.map(({ id }) => id))("the page of %s", (id) => {
  const { headings, bad, good } = pageOf(id);

  test("has its sections in order, with examples of bad and good code", () => {
    expect(headings).toEqual(order);
    expect(bad.length).toBeGreaterThan(0);
    expect(good.length).toBeGreaterThan(0);
  });

  test.each(bad)("has a bad example with a finding:\n%s", (code) => expect(idsIn(code)).toContain(id));
  test.each(good)("has a good example without findings:\n%s", (code) =>
    expect(idsIn(code)).not.toContain(id),
  );
});

test("rule names are unique", () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
});
