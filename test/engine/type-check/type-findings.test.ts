import { describe, expect, test } from "vitest";
import type { TypeSuppression } from "../../../engine/findings/suppressions.ts";
import { errorCodes, toTypeFindings } from "../../../engine/type-check/type-findings.ts";

/** A line of mypy's: a warning about the second line, unless something else is said. */
const line = (said: object = {}): string =>
  JSON.stringify({
    line: 2,
    column: 4,
    message: "No.",
    hint: null,
    code: "assignment",
    severity: "error",
    ...said,
  });

function find(lines: readonly string[], suppressions: readonly TypeSuppression[] = [], isFinished = true) {
  return toTypeFindings(lines, { text: "x = 1\nx = ''\n", suppressions, isFinished });
}

describe("a message of mypy", () => {
  test("becomes a diagnostic with mypy's code and a column counted from one", () => {
    expect(find([line()])).toEqual({
      isComplete: true,
      diagnostics: [{ severity: "warning", rule: "mypy:assignment", message: "No.", line: 2, column: 5 }],
    });
  });

  test("is an error only with an error code", () => {
    const severityOf = (said: object) => find([line(said)]).diagnostics[0]!.severity;
    for (const code of errorCodes) {
      expect(severityOf({ code })).toBe("error");
      expect(severityOf({ code, severity: "note" })).toBe("info");
    }
    expect(severityOf({ code: null })).toBe("warning");
    expect(severityOf({ code: "attr-defined" })).toBe("warning");
    expect(severityOf({ severity: "note" })).toBe("info");
  });

  test("gets its own rule when it has no code", () => {
    const ruleOf = (said: object) => find([line({ code: null, ...said })]).diagnostics[0]!.rule;
    expect(ruleOf({})).toBe("mypy:misc");
    expect(ruleOf({ severity: "note" })).toBe("mypy:note");
  });

  test("applies to the whole text when it has no line", () => {
    for (const nowhere of [0, -1])
      expect(find([line({ line: nowhere })]).diagnostics).toMatchObject([{ line: null, column: null }]);
    expect(find([line({ line: 1, column: 0 })]).diagnostics).toMatchObject([{ line: 1, column: 1 }]);
  });

  test("includes its hint and never our internal module name", () => {
    const messageOf = (said: object) => find([line(said)]).diagnostics[0]!.message;
    expect(messageOf({ hint: "Try that." })).toBe("No. (Try that.)");
    expect(messageOf({ hint: "" })).toBe("No. ()");
    expect(messageOf({ message: "submitted_5e1f__.A is not submitted_5e1f__" })).toBe("A is not this module");
    expect(messageOf({ message: "submitted_5e1f__around.submitted_5e1f__7.A" })).toBe("A");
  });

  test("becomes a syntax error when CPython would refuse the text", () => {
    const message = "can't use starred expression here";
    expect(find([line({ message, code: null })]).diagnostics).toMatchObject([
      { severity: "error", rule: "python:syntax" },
    ]);
  });

  test("is kept when mypy stopped, and the findings are incomplete", () => {
    const { isComplete, diagnostics } = find([line({ code: "syntax" })], [], false);
    expect([isComplete, diagnostics.length]).toEqual([false, 1]);
    expect(find([], [], false).isComplete).toBe(false);
    const refusal = line({ message: "can't use starred expression here", code: null });
    expect(find([refusal], [], false).isComplete).toBe(true);
  });

  test.for<[string, string]>([
    ["that cannot be read", "not JSON"],
    ["of another form", line({ severity: "fatal" })],
  ])("makes the findings incomplete and keeps the others when it is one %s", ([, unread]) => {
    const { isComplete, diagnostics } = find([unread, line()]);
    expect([isComplete, diagnostics.length]).toEqual([false, 1]);
  });
});

describe("a suppression comment", () => {
  const isHeard = (said: object, ...suppressions: TypeSuppression[]): boolean =>
    find([line(said)], suppressions).diagnostics.length === 1;

  test("suppresses only the named codes of warnings on its line", () => {
    expect(isHeard({}, { line: 2, codes: null })).toBe(false);
    expect(isHeard({}, { line: 2, codes: ["misc", "assignment"] })).toBe(false);
    expect(isHeard({}, { line: 2, codes: ["misc"] })).toBe(true);
    expect(isHeard({}, { line: 1, codes: null })).toBe(true);
    expect(isHeard({}, { line: 3, codes: null })).toBe(true);
    expect(isHeard({}, { line: 2, codes: ["misc"] }, { line: 2, codes: ["assignment"] })).toBe(false);
  });

  test("suppresses a message without a code only when it names none", () => {
    expect(isHeard({ code: null }, { line: 2, codes: null })).toBe(false);
    expect(isHeard({ code: null }, { line: 2, codes: ["misc"] })).toBe(true);
  });

  test("suppresses every line when it applies to the whole file", () => {
    expect(isHeard({}, { line: null, codes: null })).toBe(false);
    expect(isHeard({}, { line: null, codes: ["assignment"] })).toBe(false);
    expect(isHeard({}, { line: null, codes: ["misc"] })).toBe(true);
  });

  test("suppresses its whole statement up to a max number of lines", () => {
    expect(isHeard({ end_line: 5 }, { line: 5, codes: null })).toBe(false);
    expect(isHeard({ end_line: 5 }, { line: 6, codes: null })).toBe(true);
    expect(isHeard({ end_line: null }, { line: 3, codes: null })).toBe(true);
    expect(isHeard({ end_line: 1_000_000 }, { line: 202, codes: null })).toBe(false);
    expect(isHeard({ end_line: 1_000_000 }, { line: 203, codes: null })).toBe(true);
  });

  test("turns an error into a warning on its line, but not for the whole file", () => {
    const severityOf = (...suppressions: TypeSuppression[]) =>
      find([line({ code: "operator" })], suppressions).diagnostics.map(({ severity }) => severity);
    expect(severityOf({ line: 2, codes: null })).toEqual(["warning"]);
    expect(severityOf({ line: 2, codes: ["operator"] })).toEqual(["warning"]);
    expect(severityOf({ line: 2, codes: ["misc"] })).toEqual(["error"]);
    expect(severityOf({ line: null, codes: null })).toEqual(["error"]);
  });
});
