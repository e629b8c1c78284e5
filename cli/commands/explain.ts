import { readFileSync } from "node:fs";
import { readArguments, type Command } from "../command.ts";
import { exitStatus } from "../exit-status.ts";
import { UsageError } from "../usage-error.ts";
import type { OwnRule, Rules } from "../../engine/rules.ts";

const top = new URL("../../", import.meta.url);

export const explain: Command = {
  usage: `assay explain RULE

Prints what a rule finds and what to do about it: \`assay explain policy:sql-injection\`.
The name may be given without its tool: \`assay explain sql-injection\`.
`,

  run: async (args, { out }) => {
    const { positionals } = readArguments("explain", args, { help: { type: "boolean", short: "h" } });
    const [name] = positionals;
    if (name === undefined || positionals.length > 1)
      throw new UsageError("Name one rule: assay explain RULE");
    const { listRules } = await import("../../engine/rules.ts");
    out(`${describe(name, listRules())}\n`);
    return exitStatus.valid;
  },
};

function describe(name: string, rules: Rules): string {
  const own = rules.own.find(({ rule }) => rule === name || rule.split(":")[1] === name);
  if (own)
    return own.page === undefined ? inShort(own) : readFileSync(new URL(own.page, top), "utf8").trimEnd();
  const [tool, code] = name.includes(":") ? (name.split(":") as [string, string]) : ["", name];
  const isRuff = rules.ruff.selected.some((selected) => code.startsWith(selected));
  if (tool !== "mypy" && /^[A-Z]+\d+$/.test(code) && isRuff)
    return `ruff:${code} is a rule of ruff. Its page: https://docs.astral.sh/ruff/rules/`;
  if (tool === "mypy" || rules.mypy.errors.includes(code))
    return `mypy:${code} is an error code of mypy. Its page: https://mypy.readthedocs.io/en/stable/error_code_list.html`;
  const near = rules.own.map(({ rule }) => rule).filter((rule) => rule.includes(code));
  const list =
    near.length > 0 ? `Did you mean ${near.slice(0, 5).join(", ")}?` : "`assay check` names rules.";
  throw new UsageError(`There is no rule ${name}. ${list}`);
}

function inShort({ rule, finds, severity, cwe }: OwnRule): string {
  const facts = [severity, cwe].filter((fact) => fact !== undefined).join(", ");
  return `# ${rule}${facts === "" ? "" : ` (${facts})`}\n\n${finds}`;
}
