import { readArguments, type Command } from "../command.ts";
import { exitStatus } from "../exit-status.ts";
import { explainRule } from "../rule-page.ts";
import { UsageError } from "../usage-error.ts";

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
    out(`${await explainRule(name)}\n`);
    return exitStatus.valid;
  },
};
