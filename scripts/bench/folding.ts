import { measureFolding } from "../../test/bench/folding.ts";
import { benchCommand, countOf } from "./bench-command.ts";

export const folding = benchCommand({
  usage: "folding [--seeds N]",
  help: `builds random expressions over every text operation that the policy works out, and compares each with CPython
(N seeds, 20 by default).`,
  options: { seeds: { type: "string" } },
  run: async ({ seeds }) => ((await measureFolding(countOf(seeds, 20))) === 0 ? 0 : 1),
});
