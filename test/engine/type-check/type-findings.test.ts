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

describe("a message", () => {
  test("is a diagnostic with mypy's code, and its column counted from one", () => {
    expect(find([line()])).toEqual({
      isComplete: true,
      diagnostics: [{ severity: "warning", rule: "mypy:assignment", message: "No.", line: 2, column: 5 }],
    });
  });

  test("is an error under the codes that say so, and nothing else is", () => {
    const severityOf = (said: object) => find([line(said)]).diagnostics[0]!.severity;
    for (const code of errorCodes) {
      expect(severityOf({ code })).toBe("error");
      expect(severityOf({ code, severity: "note" })).toBe("info");
    }
    expect(severityOf({ code: null })).toBe("warning");
    expect(severityOf({ code: "attr-defined" })).toBe("warning");
    expect(severityOf({ severity: "note" })).toBe("info");
  });

  test("without a code has a rule of its own", () => {
    const ruleOf = (said: object) => find([line({ code: null, ...said })]).diagnostics[0]!.rule;
    expect(ruleOf({})).toBe("mypy:misc");
    expect(ruleOf({ severity: "note" })).toBe("mypy:note");
  });

  test("about no line is about the whole text", () => {
    for (const nowhere of [0, -1])
      expect(find([line({ line: nowhere })]).diagnostics).toMatchObject([{ line: null, column: null }]);
    expect(find([line({ line: 1, column: 0 })]).diagnostics).toMatchObject([{ line: 1, column: 1 }]);
  });

  test("tells its hint, and never what we call the text", () => {
    const messageOf = (said: object) => find([line(said)]).diagnostics[0]!.message;
    expect(messageOf({ hint: "Try that." })).toBe("No. (Try that.)");
    expect(messageOf({ hint: "" })).toBe("No. ()");
    expect(messageOf({ message: "submitted_5e1f__.A is not submitted_5e1f__" })).toBe("A is not this module");
    expect(messageOf({ message: "submitted_5e1f__around.submitted_5e1f__7.A" })).toBe("A");
  });

  test("that CPython would refuse the text is a syntax error", () => {
    const message = "can't use starred expression here";
    expect(find([line({ message, code: null })]).diagnostics).toMatchObject([
      { severity: "error", rule: "python:syntax" },
    ]);
  });

  test("is kept where mypy stopped there, and the findings are incomplete", () => {
    const { isComplete, diagnostics } = find([line({ code: "syntax" })], [], false);
    expect([isComplete, diagnostics.length]).toEqual([false, 1]);
    expect(find([], [], false).isComplete).toBe(false);
    const refusal = line({ message: "can't use starred expression here", code: null });
    expect(find([refusal], [], false).isComplete).toBe(true);
  });

  test.for<[string, string]>([
    ["that cannot be read", "not JSON"],
    ["of another form", line({ severity: "fatal" })],
  ])("%s leaves the findings incomplete, and the others stay", ([, unread]) => {
    const { isComplete, diagnostics } = find([unread, line()]);
    expect([isComplete, diagnostics.length]).toEqual([false, 1]);
  });
});

describe("a comment", () => {
  const isHeard = (said: object, ...suppressions: TypeSuppression[]): boolean =>
    find([line(said)], suppressions).diagnostics.length === 1;

  test("silences a warning on its line, and only the codes that it names", () => {
    expect(isHeard({}, { line: 2, codes: null })).toBe(false);
    expect(isHeard({}, { line: 2, codes: ["misc", "assignment"] })).toBe(false);
    expect(isHeard({}, { line: 2, codes: ["misc"] })).toBe(true);
    expect(isHeard({}, { line: 1, codes: null })).toBe(true);
    expect(isHeard({}, { line: 3, codes: null })).toBe(true);
    expect(isHeard({}, { line: 2, codes: ["misc"] }, { line: 2, codes: ["assignment"] })).toBe(false);
  });

  test("silences what has no code only where it names none", () => {
    expect(isHeard({ code: null }, { line: 2, codes: null })).toBe(false);
    expect(isHeard({ code: null }, { line: 2, codes: ["misc"] })).toBe(true);
  });

  test("of the whole file silences every line", () => {
    expect(isHeard({}, { line: null, codes: null })).toBe(false);
    expect(isHeard({}, { line: null, codes: ["assignment"] })).toBe(false);
    expect(isHeard({}, { line: null, codes: ["misc"] })).toBe(true);
  });

  test("on any line of the statement silences it, if the statement is not endless", () => {
    expect(isHeard({ end_line: 5 }, { line: 5, codes: null })).toBe(false);
    expect(isHeard({ end_line: 5 }, { line: 6, codes: null })).toBe(true);
    expect(isHeard({ end_line: null }, { line: 3, codes: null })).toBe(true);
    expect(isHeard({ end_line: 1_000_000 }, { line: 202, codes: null })).toBe(false);
    expect(isHeard({ end_line: 1_000_000 }, { line: 203, codes: null })).toBe(true);
  });

  test("on the line makes an error a warning; one for the whole file does not", () => {
    const severityOf = (...suppressions: TypeSuppression[]) =>
      find([line({ code: "operator" })], suppressions).diagnostics.map(({ severity }) => severity);
    expect(severityOf({ line: 2, codes: null })).toEqual(["warning"]);
    expect(severityOf({ line: 2, codes: ["operator"] })).toEqual(["warning"]);
    expect(severityOf({ line: 2, codes: ["misc"] })).toEqual(["error"]);
    expect(severityOf({ line: null, codes: null })).toEqual(["error"]);
  });
});
