import { existsSync, readFileSync } from "node:fs";
import type { FileFinding } from "../finding.ts";
import { addressOf } from "../rule-page.ts";

/** What code scanning shows beside a rule. */
type RuleTexts = Readonly<{
  short: string;
  full: string;
  page?: string | undefined;
  helpUri?: string | undefined;
}>;

const top = new URL("../../", import.meta.url);
const folders: Readonly<Record<string, string>> = { policy: "engine/policy", python: "engine/checks" };
const severities = { error: "8.0", warning: "5.0", info: "2.0" } as const;
const levels = ["info", "warning", "error"] as const;

/** A rule of the run, from all that it found. */
export function toRule(findings: readonly FileFinding[]) {
  const [{ rule, isSecurity }] = findings as readonly [FileFinding];
  const cwe = findings.find((finding) => finding.cwe !== null)?.cwe ?? null;
  const { short, full, page, helpUri } = textsOf(rule, cwe);
  const tags = [
    ...(isSecurity ? ["security"] : []),
    ...(cwe === null ? [] : [`external/cwe/${cwe.toLowerCase()}`]),
  ];
  const worst = levels.findLast((level) => findings.some(({ severity }) => severity === level))!;
  return {
    id: rule,
    name: rule,
    shortDescription: { text: short },
    fullDescription: { text: full },
    ...(helpUri !== undefined && { helpUri }),
    ...(page !== undefined && { help: { text: full, markdown: page } }),
    properties: { tags, ...(isSecurity && { "security-severity": severities[worst] }) },
  };
}

function textsOf(rule: string, cwe: string | null): RuleTexts {
  const [tool = "", code = ""] = rule.split(/:(.*)/s);
  const helpUri = addressOf(rule, cwe);
  if (tool === "ruff") return told(`Rule ${code} of ruff.`, helpUri);
  if (tool === "mypy") return told(`Error code ${code} of mypy.`, helpUri);
  const page = readPage(tool, code);
  if (page !== undefined) return { ...page, helpUri };
  return told(tool === "credentials" ? "A credential in the source." : `Rule ${code} of ${tool}.`, helpUri);
}

function told(words: string, helpUri: string | undefined): RuleTexts {
  return { short: words, full: words, helpUri };
}

/** Our own rules have pages; the name of any other is no path. */
function readPage(tool: string, code: string): Omit<RuleTexts, "helpUri"> | undefined {
  const folder = folders[tool];
  const file =
    folder === undefined || !/^[\w-]+$/.test(code) ? undefined : new URL(`${folder}/${code}.md`, top);
  if (file === undefined || !existsSync(file)) return undefined;
  const page = readFileSync(file, "utf8").trimEnd();
  const [, title = code] = /^# (.*)$/m.exec(page) ?? [];
  const [, finds = title] = /^## What it finds\n\n((?:.+\n)+)/m.exec(page) ?? [];
  return { short: title, full: finds.trimEnd().replaceAll("\n", " "), page };
}
