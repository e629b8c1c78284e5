import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import type { CheckedFile, CheckReport, FileFinding } from "../../cli/finding.ts";
import type { ReportFormat } from "../../cli/formats/format.ts";
import { github } from "../../cli/formats/github.ts";
import { gitlab } from "../../cli/formats/gitlab.ts";
import { json } from "../../cli/formats/json.ts";
import { junit } from "../../cli/formats/junit.ts";
import { sarif } from "../../cli/formats/sarif.ts";
import { text } from "../../cli/formats/text.ts";

const finding: FileFinding = {
  severity: "error",
  rule: "mypy:operator",
  message: 'Unsupported <"operands"> & 100%\nmore',
  line: 2,
  column: 9,
  cwe: null,
  isSecurity: false,
  rejects: true,
};
const insecure: FileFinding = {
  ...finding,
  severity: "warning",
  rule: "policy:weak-hash",
  message: "Weak.",
  column: null,
  cwe: "CWE-327",
  isSecurity: true,
  rejects: false,
};
const rejected: CheckedFile = {
  file: "src/a b,c.py",
  text: "x = 1\nreturn (1 + '2')\n",
  findings: [finding, insecure],
  incomplete: [],
  problem: undefined,
  status: "rejected",
};
const empty = { text: "", findings: [], incomplete: [], problem: undefined } as const;
const report: CheckReport = {
  version: "1.2.3",
  files: [
    rejected,
    { ...empty, file: "ok.py", status: "valid" },
    { ...empty, file: "slow.py", status: "unfinished", incomplete: ["mypy"] },
    { ...empty, file: "gone.py", status: "unfinished", problem: "file not found" },
  ],
};
const print = (format: ReportFormat, told = report): string =>
  format(told, { paint: (_, words) => words, isQuiet: false });

describe("sarif", () => {
  const file = new URL(import.meta.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"));
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  // Its formats are those of draft 4, which say nothing of shape.
  const options = { strict: false, validateFormats: false, unicodeRegExp: false, allErrors: true };
  const validate = new Ajv(options).compile(schema);

  test("is valid by its published schema, with and without findings", () => {
    for (const told of [report, { version: "1.2.3", files: [] }]) {
      validate(JSON.parse(print(sarif, told)));
      expect(validate.errors).toBeNull();
    }
    expect(validate({ version: "2.1.0", runs: [{ results: [{}] }] })).toBe(false);
  });

  test("describes each rule, and says how severe a security rule is", () => {
    const secret: FileFinding = { ...insecure, rule: "credentials:aws", severity: "error", cwe: "CWE-798" };
    const lint: FileFinding = { ...finding, rule: "ruff:F401", severity: "warning" };
    const odd: FileFinding = { ...finding, rule: "policy:../../../package" };
    const files = [
      {
        ...rejected,
        findings: [finding, insecure, lint, secret, odd, { ...insecure, severity: "error" as const }],
      },
    ];
    const { runs } = JSON.parse(print(sarif, { version: "1.2.3", files })) as {
      runs: { tool: { driver: { rules: object[] } } }[];
    };
    expect(runs[0]!.tool.driver.rules).toMatchObject([
      {
        id: "mypy:operator",
        shortDescription: { text: "Error code operator of mypy." },
        helpUri: "https://mypy.readthedocs.io/en/stable/_refs.html#code-operator",
        properties: { tags: [] },
      },
      {
        id: "policy:weak-hash",
        shortDescription: { text: "weak-hash: digests that are broken" },
        fullDescription: { text: expect.stringMatching(/^MD2, MD4, MD5 and SHA-1, in any library\./) },
        help: { markdown: expect.stringContaining("## Instead") },
        helpUri: "https://cwe.mitre.org/data/definitions/327.html",
        properties: { tags: ["security", "external/cwe/cwe-327"], "security-severity": "8.0" },
      },
      { id: "ruff:F401", helpUri: "https://docs.astral.sh/ruff/rules/F401/" },
      {
        shortDescription: { text: "A credential in the source." },
        properties: { "security-severity": "8.0" },
      },
      { shortDescription: { text: "Rule ../../../package of policy." }, properties: { tags: [] } },
    ]);
    validate(JSON.parse(print(sarif, { version: "1.2.3", files })));
    expect(validate.errors).toBeNull();
  });

  test("has a result for each finding, and says when the run did not finish", () => {
    const { runs } = JSON.parse(print(sarif)) as {
      runs: {
        results: object[];
        invocations: { executionSuccessful: boolean; toolExecutionNotifications: object[] }[];
      }[];
    };
    expect(runs[0]!.results[0]).toMatchObject({
      ruleId: "mypy:operator",
      level: "error",
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "src/a%20b,c.py" },
            region: { startLine: 2, startColumn: 9 },
          },
        },
      ],
    });
    expect(runs[0]!.invocations[0]!.executionSuccessful).toBe(false);
    expect(runs[0]!.invocations[0]!.toolExecutionNotifications).toHaveLength(2);
  });
});

test("github: a file's text cannot end an annotation or start another", () => {
  const lines = print(github).split("\n");
  expect(lines[0]).toBe(
    '::error file=src/a b%2Cc.py,line=2,col=9,title=mypy%3Aoperator::Unsupported <"operands"> & 100%25%0Amore',
  );
  expect(lines).toContain("::error file=slow.py,title=not fully checked::mypy did not finish.");
});

test("gitlab: fingerprints stay the same when lines are added above, and are unique per finding", () => {
  const read = (told: CheckReport) =>
    JSON.parse(print(gitlab, told)) as { fingerprint: string; severity: string; location: object }[];
  const moved: CheckedFile = {
    ...rejected,
    text: `\n${rejected.text}`,
    findings: rejected.findings.map((each) => ({ ...each, line: each.line! + 1 })),
  };
  const names = (file: CheckedFile): string[] =>
    read({ version: "1", files: [file] }).map(({ fingerprint }) => fingerprint);
  expect(names(moved)).toEqual(names(rejected));
  expect(new Set(read(report).map(({ fingerprint }) => fingerprint)).size).toBe(4);
  expect(read(report)[0]).toMatchObject({
    severity: "major",
    location: { path: "src/a b,c.py", lines: { begin: 2 } },
  });
});

test("junit: a rejected file is a failure, an unfinished one an error, and text is escaped", () => {
  const xml = print(junit);
  expect(xml).toContain('<testsuites tests="4" failures="1" errors="2">');
  expect(xml).toContain('message="Unsupported &lt;&quot;operands&quot;&gt; &amp; 100%');
  expect(xml).toContain('<error type="unfinished" message="mypy did not finish.">');
  expect(print(junit, { version: "1", files: [{ ...rejected, file: "a\u0000.py" }] })).toContain(
    'name="a\ufffd.py"',
  );
});

test("json: the output has everything but the source", () => {
  const { files } = JSON.parse(print(json)) as { files: Record<string, unknown>[] };
  expect(files[0]).toMatchObject({ file: "src/a b,c.py", status: "rejected", findings: [finding, insecure] });
  expect(files[0]).not.toHaveProperty("text");
  expect(files[3]).toMatchObject({ status: "unfinished", problem: "file not found" });
});

test("text: control characters of a file do not reach the terminal, and long lines are cut", () => {
  const long: CheckedFile = {
    ...rejected,
    text: `${"a".repeat(500)}\u001b[2J${"b".repeat(500)}\n`,
    findings: [{ ...finding, line: 1, column: 501, message: "\u001b]0;title" }],
  };
  const out = print(text, { version: "1", files: [long] });
  expect(out).not.toContain("\u001b");
  const [, line, caret] = out.split("\n");
  expect(line!.length).toBeLessThan(200);
  expect(line![caret!.indexOf("^")]).toBe("\\");
});
