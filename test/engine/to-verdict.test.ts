import { describe, expect, test } from "vitest";
import { notExecuted, type Executed } from "../../engine/execute/execute.ts";
import { submittedLines } from "../../engine/text/line-map.ts";
import type { Repaired } from "../../engine/repair/rounds.ts";
import type { StaticDiagnostic, StaticFindings } from "../../engine/findings/static-findings.ts";
import { endingOf } from "../../engine/endings.ts";
import { toVerdict, unfinishedIn, type FileOutcome } from "../../engine/to-verdict.ts";
import type { AIReport, AppliedFix, Diagnostic, SecurityFinding, Severity } from "../../engine/verdict.ts";

const mark = "\ufeff";

const say = (rule: string, severity: Severity = "error", line: number | null = 1): Diagnostic => ({
  severity,
  rule,
  message: rule,
  line,
  column: 4,
});
const accuse = (severity: Severity, line: number | null = 1): SecurityFinding => ({
  tool: "policy",
  id: "a",
  severity,
  confidence: null,
  message: "",
  line,
  cwe: null,
});

const findings = (
  diagnostics: StaticDiagnostic[] = [],
  security: SecurityFinding[] = [],
): StaticFindings => ({
  diagnostics,
  security,
  isBroken: false,
  text: "",
});
const fixed: AppliedFix = { text: "line 1: fixed", kind: "certain", repair: "of-a-test" };
const proof: AppliedFix = { text: "line 2: edited", kind: "changing", repair: "search" };
const repairedTo = (text: string, more: Partial<Repaired> = {}): Repaired => ({
  text,
  findings: findings(),
  fixes: [fixed],
  lines: submittedLines,
  onceParsed: undefined,
  ...more,
});
const ai = (outcome: string): AIReport => ({
  consulted: true,
  backend: "b",
  calls: 1,
  duration_ms: 1,
  outcome,
  detail: null,
});

describe("the final code", () => {
  const ending = (code: string, repaired: Repaired, executed: Partial<Executed> = {}) =>
    endingOf(code, repaired, { ...notExecuted, ...executed });

  test("includes a repair that passes every example", () => {
    expect(ending("a", repairedTo("b"))).toMatchObject({
      text: "b",
      isFixed: true,
      fixes: [fixed],
    });
  });

  test.for<[string, Repaired, Partial<Executed>]>([
    ["that changes nothing", repairedTo("a"), {}],
    ["for which an example fails", repairedTo("b"), { isProven: false }],
    ["that was dropped", repairedTo("b"), { isRepaired: false }],
  ])("does not include a repair %s", ([, repaired, executed]) => {
    expect(ending("a", repaired, executed)).toMatchObject({ text: "a", isFixed: false, fixes: [] });
  });

  const edited = { file: undefined, text: "c" };

  test("keeps a byte order mark, which does not count as a change", () => {
    expect(ending(`${mark}a`, repairedTo("b")).text).toBe(`${mark}b`);
    expect(ending(`${mark}a`, repairedTo("a"))).toMatchObject({ text: `${mark}a`, isFixed: false });
    expect(ending(`${mark}a`, repairedTo("a"), { edited }).text).toBe(`${mark}c`);
  });

  test("lists a proven edit only after the repairs it is based on", () => {
    const proven = { edited, fixes: [proof], isProven: true };
    const fixesOf = (executed: Partial<Executed>) => ending("a", repairedTo("b"), executed).fixes;
    expect(fixesOf(proven)).toEqual([fixed, proof]);
    expect(fixesOf({ ...proven, isRepaired: false })).toEqual([proof]);
    expect(fixesOf({ ...proven, ai: ai("rejected") })).toEqual([fixed, proof]);
    expect(fixesOf({ ...proven, ai: ai("accepted") })).toEqual([proof]);
  });

  test("has the lines of the text it came from", () => {
    const repaired = repairedTo("x\nb", { lines: [0, 1, 1] });
    expect(ending("a", repaired).lines).toEqual([0, 1, 1]);
    expect(ending("a", repaired, { edited }).lines).toEqual([0, 1, 1]);
    expect(ending("a\nb\nc", repaired, { edited, isRepaired: false }).lines).toBe(submittedLines);
    expect(ending("a\nb\nc", repaired, { isProven: false }).lines).toBe(submittedLines);
  });
});

describe("the verdict", () => {
  type Told = Parameters<typeof toVerdict>[0];
  type Given = Partial<Told & FileOutcome>;
  const outcomeOf = (given: Given): Told => {
    const repaired = given.repaired ?? repairedTo("a", { fixes: [] });
    const executed = given.executed ?? notExecuted;
    const { submitted = findings(), fixedFindings, ending = endingOf("a", repaired, executed) } = given;
    return {
      files: [{ path: "main.py", submitted, repaired, ending, fixedFindings }],
      isNamed: false,
      executed,
      asked: [],
      copy: given.copy ?? { transpiled: null, diagnostics: [] },
      isStrict: given.isStrict ?? false,
      isCutShort: given.isCutShort ?? false,
    };
  };
  const judge = (given: Given) => toVerdict(outcomeOf(given));

  test("is valid without errors", () => {
    const submitted = findings([say("a:1", "warning"), say("a:2", "info")], [accuse("warning")]);
    expect(judge({ submitted }).valid).toBe(true);
  });

  test("reports a repair that was cut short and is still valid", () => {
    const { valid, diagnostics } = judge({ isCutShort: true });
    expect(valid).toBe(true);
    expect(diagnostics).toMatchObject([{ rule: "python:unfinished-repair", severity: "info", file: null }]);
    expect(judge({}).diagnostics).toEqual([]);
  });

  test("is valid in strict mode only without warnings", () => {
    const isStrict = true;
    expect(judge({ submitted: findings([say("a:1", "info")]), isStrict }).valid).toBe(true);
    expect(judge({ submitted: findings([say("a:1", "warning")]), isStrict }).valid).toBe(false);
    expect(judge({ submitted: findings([], [accuse("warning")]), isStrict }).valid).toBe(false);
    const fixedFindings = findings([say("a:1", "warning")]);
    expect(judge({ fixedFindings, isStrict }).fixed_valid).toBe(false);
    expect(judge({ fixedFindings }).fixed_valid).toBe(true);
  });

  test.for<[string, Given]>([
    ["a diagnostic", { submitted: findings([say("a:1")]) }],
    ["a security finding", { submitted: findings([], [accuse("error")]) }],
    ["the run", { executed: { ...notExecuted, diagnostics: [say("python:timeout")] } }],
    [
      "what showed once it parsed",
      { repaired: repairedTo("a", { onceParsed: { findings: findings([say("a:1")]), lines: [0, 1] } }) },
    ],
    [
      "a danger that showed once it parsed",
      {
        repaired: repairedTo("a", {
          onceParsed: { findings: findings([], [accuse("error")]), lines: [0, 1] },
        }),
      },
    ],
  ])("is not valid with an error in %s", ([, given]) => {
    expect(judge(given)).toMatchObject({ valid: false, score: 0.5 });
  });

  test("reports findings behind a syntax error in submitted lines, without columns", () => {
    const onceParsed = {
      findings: findings([say("a:1", "warning", 3)], [accuse("warning", 3)]),
      lines: [0, 1, 1, 2],
    };
    const { diagnostics, security } = judge({
      submitted: findings([say("ruff:invalid-syntax", "error", 1)]),
      repaired: repairedTo("a", { onceParsed }),
    });
    expect(diagnostics).toMatchObject([
      { rule: "ruff:invalid-syntax", line: 1, column: 4 },
      { rule: "a:1", line: 2, column: null },
    ]);
    expect(security).toMatchObject([{ line: 2 }]);
  });

  test("withdraws a type error when its line ran", () => {
    const submitted = findings([say("mypy:operator", "error", 1), say("mypy:operator", "error", 2)]);
    const executed = { ...notExecuted, refuted: [{ rule: "mypy:operator", line: 1 }] };
    const { diagnostics, valid } = judge({ submitted, executed });
    expect(diagnostics.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
      "python:refuted-type-error info",
      "mypy:operator error",
    ]);
    expect(valid).toBe(false);
    expect(judge({ submitted: findings([say("mypy:operator")]), executed }).valid).toBe(true);
  });

  test("omits the data for repairs and is otherwise the same", () => {
    const about = { kind: "undefined name", name: "x" } as const;
    const given = (data: StaticDiagnostic["data"]) => {
      const found = (line: number) =>
        findings([
          { ...say("mypy:operator", "error", line), data },
          { ...say("ruff:F821", "warning", line), data },
        ]);
      const onceParsed = { findings: found(3), lines: [0, 1, 1, 2] };
      return {
        submitted: found(1),
        repaired: repairedTo("b", { onceParsed }),
        executed: { ...notExecuted, refuted: [{ rule: "mypy:operator", line: 1 }] },
        fixedFindings: found(2),
      };
    };
    const verdict = judge(given(about));
    expect(verdict.diagnostics).toHaveLength(4);
    expect(JSON.stringify(verdict)).toBe(JSON.stringify(judge(given(undefined))));
    expect(JSON.stringify(verdict)).not.toContain(about.kind);
  });

  test("lists at most a thousand security findings and counts all of them", () => {
    const many = Array.from({ length: 1001 }, () => accuse("warning"));
    expect(judge({ submitted: findings([], many) }).security).toHaveLength(1000);
    const last = [...many.slice(1), accuse("error")];
    expect(judge({ submitted: findings([], last) }).valid).toBe(false);
  });

  test("says whether the checkers accept a fix, in submitted lines", () => {
    const ending = { ...endingOf("a", repairedTo("b"), notExecuted), lines: [0, 7, 8] };
    const executed = { ...notExecuted, refuted: [{ rule: "mypy:operator", line: 8 }] };
    const fixed = (fixedFindings: StaticFindings) => judge({ ending, executed, fixedFindings });
    expect(fixed(findings()).fixed_valid).toBe(true);
    expect(fixed(findings([say("a:1", "warning")], [accuse("warning")])).fixed_valid).toBe(true);
    expect(fixed(findings([say("a:1")])).fixed_valid).toBe(false);
    expect(fixed(findings([], [accuse("error")])).fixed_valid).toBe(false);
    // It ran as the submitted line 8, the second of the fix.
    expect(fixed(findings([say("mypy:operator", "error", 2)])).fixed_valid).toBe(true);
    expect(fixed(findings([say("mypy:operator", "error", 1)])).fixed_valid).toBe(false);
    expect(judge({}).fixed_valid).toBeNull();
  });

  test("contains the source only when there is a fix", () => {
    const repaired = repairedTo("b");
    const given = { repaired, ending: endingOf("a", repaired, notExecuted) };
    expect(judge(given)).toMatchObject({ fixed_code: "b", fixes: ["line 1: fixed"] });
    expect(judge({})).toMatchObject({ fixed_code: null, fixes: [] });
  });

  test.for<[string, Given]>([
    ["the submitted text", { submitted: findings([say("ruff:incomplete", "error", null)]) }],
    ["the run", { executed: { ...notExecuted, diagnostics: [say("sandbox:incomplete", "error", null)] } }],
    ["the fix", { fixedFindings: findings([say("mypy:incomplete", "error", null)]) }],
  ])("is not valid and names the tool when it did not finish with %s", ([, given]) => {
    expect(judge(given).valid).toBe(false);
    expect(unfinishedIn(outcomeOf(given))).toEqual([expect.stringMatching(/^(?:ruff|sandbox|mypy)$/)]);
  });

  test("names each tool once, in one order", () => {
    const submitted = findings([say("ruff:incomplete"), say("mypy:incomplete"), say("ruff:F401")]);
    const fixedFindings = findings([say("ruff:incomplete"), say("credentials:incomplete")]);
    expect(unfinishedIn(outcomeOf({ submitted, fixedFindings }))).toEqual(["credentials", "mypy", "ruff"]);
    expect(unfinishedIn(outcomeOf({}))).toEqual([]);
  });
});
