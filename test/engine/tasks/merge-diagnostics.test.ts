import { describe, expect, test } from "vitest";
import { asWritten } from "../../../engine/lint/report.ts";
import { mergeDiagnostics } from "../../../engine/tasks/merge-diagnostics.ts";
import type { Diagnostic, Severity } from "../../../engine/verdict.ts";

const say = (
  rule: string,
  severity: Severity,
  line: number | null = 1,
  column: number | null = 1,
): Diagnostic => ({
  severity,
  rule,
  message: rule,
  line,
  column,
});

type Said = Readonly<{
  lint?: readonly Diagnostic[];
  types?: readonly Diagnostic[];
  refusal?: Diagnostic;
  lost?: readonly ("mypy" | "python")[];
  isBroken?: boolean;
}>;

/** What is told of it all, as `line rule`. */
function merge({ lint = [], types = [], refusal, lost = [], isBroken = false }: Said): string[] {
  const inspection = { isBroken, diagnostics: lint, security: [], unsilenced: asWritten("x\n") };
  const merged = mergeDiagnostics(inspection, { diagnostics: types, refusal, lost });
  return merged.map(({ line, rule }) => `${line ?? "-"} ${rule}`);
}

describe("equal diagnostics of two tools", () => {
  test.for<[string, Severity, string, Severity]>([
    ["mypy:name-defined", "warning", "ruff:F821", "error"],
    ["mypy:name-defined", "warning", "ruff:F821", "warning"],
    ["mypy:name-defined", "info", "ruff:F821", "warning"],
    ["mypy:name-defined", "error", "ruff:F821", "error"],
    ["python:wrong-arguments", "error", "mypy:call-arg", "error"],
    ["ruff:PLE1300", "warning", "ruff:F501", "warning"],
  ])("are reported once: %s (%s) beside %s (%s)", ([echo, severity, said, other]) => {
    const all = [say(echo, severity), say(said, other)];
    expect(merge({ lint: all })).toEqual([`1 ${said}`]);
    expect(merge({ lint: all.toReversed() })).toEqual([`1 ${said}`]);
    expect(merge({ lint: [all[1]!], types: [all[0]!] })).toEqual([`1 ${said}`]);
  });

  test.for<[string, string, Severity]>([
    ["python:wrong-arguments", "mypy:call-arg", "warning"],
    ["mypy:name-defined", "ruff:F821", "warning"],
    ["mypy:name-defined", "ruff:F821", "info"],
    ["python:none-used", "mypy:index", "info"],
  ])("never hide an error behind a warning: %s beside %s (%s)", ([error, said, severity]) => {
    const merged = merge({ lint: [say(error, "error")], types: [say(said, severity)] });
    expect(merged.toSorted()).toEqual([`1 ${error}`, `1 ${said}`].toSorted());
  });

  test("are both reported on different lines or for different problems", () => {
    const echo = say("mypy:name-defined", "warning", 2);
    expect(merge({ lint: [say("ruff:F821", "error", 1)], types: [echo] })).toHaveLength(2);
    expect(merge({ lint: [say("ruff:F401", "error", 2)], types: [echo] })).toHaveLength(2);
    expect(merge({ lint: [say("ruff:F8210", "error", 2)], types: [echo] })).toHaveLength(2);
  });

  test("are kept when only one tool reports them", () => {
    expect(merge({ types: [say("mypy:name-defined", "warning")] })).toEqual(["1 mypy:name-defined"]);
    expect(merge({ lint: [say("ruff:F821", "error", 1, 1), say("ruff:F821", "error", 1, 9)] })).toHaveLength(
      2,
    );
  });
});

test("diagnostics are in text order, and those about the whole text come first", () => {
  const lint = [say("a:1", "error", 2, 5), say("a:2", "error", 10, 1), say("a:3", "error", 2, 1)];
  const types = [say("b:1", "error", null, null), say("b:2", "error", 2, 3), say("b:3", "error", 1, 80)];
  expect(merge({ lint, types })).toEqual(["- b:1", "1 b:3", "2 a:3", "2 b:2", "2 a:1", "10 a:2"]);
});

test("diagnostics without a line come first, and those without a column come first on their line", () => {
  const whole = say("a:whole", "error", null, null);
  const [line, start] = [say("a:line", "error", 1, null), say("a:start", "error", 1, 1)];
  const inOrder = ["- a:whole", "1 a:line", "1 a:start"];
  for (const lint of [
    [whole, line, start],
    [start, line, whole],
    [line, whole, start],
    [start, whole, line],
  ])
    expect(merge({ lint })).toEqual(inOrder);
  const others = [say("a:other", "error", null, null), say("a:third", "error", null, null)];
  expect(merge({ lint: [whole, ...others] })).toEqual(["- a:whole", "- a:other", "- a:third"]);
  const equal = [say("b:line", "error", 1, null), say("c:line", "error", 1, null)];
  expect(merge({ lint: [line, ...equal] })).toEqual(["1 a:line", "1 b:line", "1 c:line"]);
});

test("only the syntax error of a text that does not parse is reported", () => {
  const lint = [say("ruff:invalid-syntax", "error", 3), say("python:cut-off", "info", 1)];
  const told = merge({ lint, types: [say("mypy:misc", "error")], lost: ["mypy", "python"], isBroken: true });
  expect(told).toEqual(["3 ruff:invalid-syntax", "1 python:cut-off"]);
});

test("a refusal of Python replaces findings about running the code", () => {
  const lint = [say("ruff:F401", "warning", 1), say("python:division-by-zero", "error", 2)];
  const refusal = say("python:syntax", "error", 4);
  expect(merge({ lint, refusal })).toEqual(["1 ruff:F401", "4 python:syntax"]);
  expect(merge({ lint })).toEqual(["1 ruff:F401", "2 python:division-by-zero"]);
});

describe("a tool that did not finish", () => {
  test("is listed once, before everything else", () => {
    const lint = [say("ruff:F401", "warning", 1)];
    expect(merge({ lint, lost: ["mypy"] })).toEqual(["- mypy:incomplete", "1 ruff:F401"]);
    expect(merge({ lint, lost: ["mypy", "python"] })).toEqual([
      "- mypy:incomplete",
      "- python:incomplete",
      "1 ruff:F401",
    ]);
    expect(merge({ lint: [say("python:incomplete", "error", null)], lost: ["python"] })).toEqual([
      "- python:incomplete",
    ]);
  });

  test("is reported as an error", () => {
    const inspection = { isBroken: false, diagnostics: [], security: [], unsilenced: asWritten("x\n") };
    const merged = mergeDiagnostics(inspection, { diagnostics: [], refusal: undefined, lost: ["mypy"] });
    expect(merged).toMatchObject([{ severity: "error", line: null, column: null }]);
  });
});
