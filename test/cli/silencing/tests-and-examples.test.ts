import { describe, expect, test } from "vitest";
import type { CheckedFile } from "../../../cli/finding.ts";
import { openCliStage, type CliStage } from "../stage.ts";

const made = 'password = "hunter2-Zk9!xq"\n';
const real = 'key = "AKIAIOSFODNN7EXAMPLQ"\n';

async function severities(stage: CliStage, ...options: readonly string[]): Promise<Record<string, string[]>> {
  const { out } = await stage.assay(["check", "--format", "json", ...options]);
  return Object.fromEntries(
    (JSON.parse(out) as { files: CheckedFile[] }).files.map(({ file, status, findings }) => [
      file,
      [status, ...findings.map(({ severity, rule }) => `${severity} ${rule}`)],
    ]),
  );
}

const asCode = ["rejected", "error credentials:named-secret"];
const asTest = ["valid", "warning credentials:named-secret"];
const names = [
  "tests/a.py",
  "test/a.py",
  "src/test_a.py",
  "src/a_test.py",
  "conftest.py",
  "examples/a.py",
  "docs/a.py",
];

describe("tests and examples", () => {
  test("a password that a test makes up does not reject; a provider's key does, everywhere", async () => {
    const stage = openCliStage({
      ...Object.fromEntries(names.map((name) => [name, made])),
      "src/a.py": made,
      "src/latest.py": made,
      "tests/real.py": real,
    });
    expect(await severities(stage)).toEqual({
      ...Object.fromEntries(names.map((name) => [name, asTest])),
      "src/a.py": asCode,
      "src/latest.py": asCode,
      "tests/real.py": ["rejected", "error credentials:aws-access-key"],
    });
    expect((await severities(stage, "--strict", "tests/a.py"))["tests/a.py"]![0]).toBe("rejected");
    expect((await severities(stage, "--select", "credentials", "tests/a.py"))["tests/a.py"]).toEqual(asCode);
  });

  test("settings say which files are tests", async () => {
    const stage = openCliStage({
      "pyproject.toml": '[tool.assay]\ntests = ["checks/"]\n',
      "checks/a.py": made,
      "tests/a.py": made,
    });
    expect(await severities(stage)).toEqual({ "checks/a.py": asTest, "tests/a.py": asCode });
    stage.write({ "pyproject.toml": '[tool.assay]\ntests = "checks/"\n' });
    expect((await stage.assay(["check"])).err).toContain("[tool.assay] tests must be a list of strings.");
  });

  test("only tests made of assertions may hold them for access", async () => {
    const guarded = "def remove(user, items):\n    assert user.is_admin\n    items.clear()\n";
    const stage = openCliStage({ "tests/a.py": guarded, "src/a.py": guarded });
    expect(await severities(stage, "--strict")).toMatchObject({
      "src/a.py": [expect.any(String), expect.stringContaining("policy:assert-authorisation")],
      "tests/a.py": ["valid"],
    });
  });
});
