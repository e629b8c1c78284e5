import { readArguments, type Command } from "../command.ts";
import { exitStatus } from "../exit-status.ts";
import { pageOf } from "../rule-page.ts";
import { UsageError } from "../usage-error.ts";
import type { Rules } from "../../engine/rules.ts";

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
    const rules = listRules();
    out(`${pageOf(name, rules) ?? unknown(name, rules)}\n`);
    return exitStatus.valid;
  },
};

function unknown(name: string, rules: Rules): never {
  const code = name.split(":").at(-1)!;
  const near = rules.own.map(({ rule }) => rule).filter((rule) => rule.includes(code));
  const list =
    near.length > 0 ? `Did you mean ${near.slice(0, 5).join(", ")}?` : "`assay check` names rules.";
  throw new UsageError(`There is no rule ${name}. ${list}`);
}
