import { UsageError } from "../../cli/usage-error.ts";
import { measureRepair } from "../../test/bench/repair.ts";
import { benchCommand } from "./bench-command.ts";
import { showSection } from "./show-section.ts";

export const repair = benchCommand({
  usage: "repair --data DIR [--write]",
  help: `takes a folder of .jsonl files, as test/quality/wrong-programs: wrong programs with examples, hidden tests and a right
version. With --write it puts what it prints into docs/quality.md.`,
  options: { data: { type: "string" }, write: { type: "boolean", default: false } },
  run: async ({ data, write }) => {
    if (data === undefined) throw new UsageError("--data is missing");
    showSection("repair", await measureRepair(data), write);
    return 0;
  },
});
