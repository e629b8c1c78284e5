import { readFileSync } from "node:fs";
import type { OwnRule, Rules } from "../engine/rules.ts";
import { UsageError } from "./usage-error.ts";

const top = new URL("../", import.meta.url);

/** The page of a rule, as Markdown. Throws UsageError for a name that no rule has. */
export async function explainRule(name: string): Promise<string> {
  const { listRules } = await import("../engine/rules.ts");
  const rules = listRules();
  return pageOf(name, rules) ?? unknown(name, rules);
}

/** Where a tool describes its rule, or what a weakness is; our own rules have pages, which hover shows. */
export function addressOf(rule: string, cwe: string | null): string | undefined {
  const [tool, code = ""] = rule.split(/:(.*)/s);
  if (tool === "ruff") return `https://docs.astral.sh/ruff/rules/${encodeURIComponent(code)}/`;
  // The address that mypy itself names.
  if (tool === "mypy")
    return `https://mypy.readthedocs.io/en/stable/_refs.html#code-${encodeURIComponent(code)}`;
  return cwe === null ? undefined : `https://cwe.mitre.org/data/definitions/${cwe.slice("CWE-".length)}.html`;
}

const unusedComment = `# assay:unused-comment

A comment such as \`# noqa: S301\`, \`# nosec B301\` or \`# assay: ignore[rule]\` that silences nothing, although everything that it names was looked for.
Remove it, or the names in it that are unused: otherwise it hides what comes later. Nothing is rejected for it.`;

/** The page of a rule, as Markdown; undefined for a name that no rule has. */
export function pageOf(name: string, rules: Rules): string | undefined {
  const own = rules.own.find(({ rule }) => rule === name || rule.split(":")[1] === name);
  if (own)
    return own.page === undefined ? inShort(own) : readFileSync(new URL(own.page, top), "utf8").trimEnd();
  if (name === "assay:unused-comment" || name === "unused-comment") return unusedComment;
  const [tool, code] = name.includes(":") ? (name.split(":") as [string, string]) : ["", name];
  const isRuff = rules.ruff.selected.some((selected) => code.startsWith(selected));
  if (tool !== "mypy" && /^[A-Z]+\d+$/.test(code) && isRuff)
    return `ruff:${code} is a rule of ruff. Its page: https://docs.astral.sh/ruff/rules/`;
  if (tool === "mypy" || rules.mypy.errors.includes(code))
    return `mypy:${code} is an error code of mypy. Its page: https://mypy.readthedocs.io/en/stable/error_code_list.html`;
  return undefined;
}

function inShort({ rule, finds, severity, cwe }: OwnRule): string {
  const facts = [severity, cwe].filter((fact) => fact !== undefined).join(", ");
  return `# ${rule}${facts === "" ? "" : ` (${facts})`}\n\n${finds}`;
}

function unknown(name: string, rules: Rules): never {
  const code = name.split(":").at(-1)!;
  const near = rules.own.map(({ rule }) => rule).filter((rule) => rule.includes(code));
  const list =
    near.length > 0 ? `Did you mean ${near.slice(0, 5).join(", ")}?` : "`assay check` names rules.";
  throw new UsageError(`There is no rule ${name}. ${list}`);
}
