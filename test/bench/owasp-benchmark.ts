import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createLinter } from "../../engine/lint/lint.ts";
import { toSecurityFinding } from "../../engine/lint/security.ts";
import { inspect } from "../../engine/tasks/inspect.ts";
import { askBandit } from "./quality-peers.ts";
import { written } from "./quality.ts";
import type { Table } from "./table.ts";

/** Tools name a weakness more or less finely: any of these counts as the one that the benchmark names. */
const namedAlike: Readonly<Record<number, readonly number[]>> = {
  22: [23, 36, 73],
  78: [77, 88],
  79: [80, 116],
  94: [95, 96],
  328: [326, 327, 916],
  330: [338],
  611: [20, 776, 827],
  614: [1004],
};

/** A program of the benchmark, whether the weakness of its category is in it, and which weaknesses each tool sees in it. */
type Case = Readonly<{
  category: string;
  cwe: number;
  isReal: boolean;
  seen: Readonly<Record<string, readonly number[]>>;
}>;

/** The OWASP Benchmark for Python in a folder, scored by the weakness that each of its programs is about. */
export async function measureOwaspBenchmark(folder: string): Promise<Table> {
  const bandit = await askBandit(join(folder, "testcode"));
  const cases = await readCases(folder, bandit.findings);
  const tools = ["Assay", "ruff S", "bandit"];
  const categories = [...Map.groupBy(cases, ({ category, cwe }) => `${category} (CWE-${cwe})`)];
  const rows = [...categories.toSorted(([a], [b]) => a.localeCompare(b)), ["all", cases] as const].map(
    ([name, those]) => {
      const bad = those.filter(({ isReal }) => isReal).length;
      return [name, `${bad}, ${those.length - bad}`, ...tools.map((tool) => scoreOf(those, tool))];
    },
  );
  const names = ["Assay", "ruff S", `bandit (${bandit.unread} not read)`];
  return { head: ["category", "bad, good", ...names], rows };
}

async function readCases(folder: string, bandit: readonly { file: string; cwe: number }[]): Promise<Case[]> {
  const linter = createLinter();
  const expected = (await readFile(join(folder, "expectedresults-0.1.csv"), "utf8")).trim().split("\n");
  const cases: Case[] = [];
  for (const line of expected.filter((each) => !each.startsWith("#"))) {
    const [name, category, isReal, cwe] = line.split(",") as [string, string, string, string];
    const text = await readFile(join(folder, "testcode", `${name}.py`), "utf8");
    const numbers = (findings: readonly { cwe: string | null }[]): number[] =>
      findings.map((finding) => Number(finding.cwe?.replace("CWE-", "")));
    const seen = {
      Assay: numbers(inspect(linter, text).security),
      "ruff S": numbers(linter.check(text).map(toSecurityFinding)),
      bandit: bandit.filter(({ file }) => file === `${name}.py`).map((finding) => finding.cwe),
    };
    cases.push({ category, cwe: Number(cwe), isReal: isReal === "true", seen });
  }
  return cases;
}

function scoreOf(cases: readonly Case[], tool: string): string {
  const accused = cases.filter(({ cwe, seen }) =>
    seen[tool]!.some((each) => each === cwe || namedAlike[cwe]?.includes(each)),
  );
  const found = accused.filter(({ isReal }) => isReal).length;
  const real = cases.filter(({ isReal }) => isReal).length;
  return accused.length === 0 ? "0 %" : written((100 * found) / real, (100 * found) / accused.length);
}
