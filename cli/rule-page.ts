import { readFileSync } from "node:fs";
import type { OwnRule, Rules } from "../engine/rules.ts";

const top = new URL("../", import.meta.url);

/** The page of a rule, as Markdown; undefined for a name that no rule has. */
export function pageOf(name: string, rules: Rules): string | undefined {
  const own = rules.own.find(({ rule }) => rule === name || rule.split(":")[1] === name);
  if (own)
    return own.page === undefined ? inShort(own) : readFileSync(new URL(own.page, top), "utf8").trimEnd();
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
