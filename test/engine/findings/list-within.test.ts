import { describe, expect, test } from "vitest";
import { listWithin } from "../../../engine/findings/list-within.ts";
import { incomplete } from "../../../engine/incomplete.ts";
import type { Diagnostic, Severity } from "../../../engine/verdict.ts";

const said = (severity: Severity, line: number, message = "m"): Diagnostic => ({
  severity,
  rule: "x:y",
  message,
  line,
  column: 1,
});

describe("a list with more findings than its limit", () => {
  const found = [said("info", 1), said("warning", 2), said("error", 3), said("warning", 4), said("error", 5)];

  test("keeps the most severe in order and counts the others", () => {
    const { listed, unlisted } = listWithin(found, 3);
    expect(listed.map(({ line }) => line)).toEqual([2, 3, 5]);
    expect(unlisted).toEqual({ error: 0, warning: 1, info: 1 });
  });

  test("always keeps the entry of a tool that did not finish", () => {
    const { listed } = listWithin([...found, incomplete("mypy")], 1);
    expect(listed).toEqual([incomplete("mypy")]);
  });
});

test("a short list keeps every finding", () => {
  expect(listWithin([said("info", 1)], 1)).toEqual({
    listed: [said("info", 1)],
    unlisted: { error: 0, warning: 0, info: 0 },
  });
});

test("a long message is truncated", () => {
  const { listed } = listWithin([said("error", 1, "😀".repeat(5000))], 5);
  expect(listed[0]!.message.length).toBeLessThan(2010);
  expect(listed[0]!.message.isWellFormed()).toBe(true);
});
