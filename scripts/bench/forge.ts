import { measureForge, printForge } from "../../test/bench/forge.ts";
import { writeSection } from "../../test/bench/quality-page.ts";
import { benchCommand, countOf } from "./bench-command.ts";

export const forge = benchCommand({
  usage: "forge [--seed N] [--count N] [--files] [--json] [--write]",
  help: `judges N programs (3,000 by default; minutes) against examples of every shape: right ones, wrong ones, and ones that
lie about being right. With --files also the test files of test/quality/example-files. Exit status 1 when a right one does
not hold, or another one does unmarked; --json prints the figures as JSON, --write puts them into docs/quality.md.`,
  options: {
    seed: { type: "string" },
    count: { type: "string" },
    files: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
  run: async ({ seed, count, files, json, write }) => {
    const plan = { seed: countOf(seed, 1), count: countOf(count, 3000), hasFiles: files };
    const measured = await measureForge(plan);
    const table = printForge(measured, json);
    if (write) writeSection("forge", table);
    return measured.broken.length === 0 ? 0 : 1;
  },
});
