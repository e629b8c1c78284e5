/** What a tool can put right by itself, and the pages that are made from the code. Only safe fixes: a linter's unsafe ones delete statements. */
import { runTools } from "./tool-runs.ts";

const fixes = [
  { name: "lint", tool: "oxlint", args: ["--fix"] },
  { name: "docs", tool: "scripts/write-docs.ts" },
  { name: "format", tool: "oxfmt", args: ["."] },
];

process.exitCode = await runTools(fixes, { afterFailure: "go on" });
