import { isAsPromised, measureBehaviour, printBehaviour } from "../../test/bench/behaviour.ts";
import { benchCommand, countOf, reportPrograms } from "./bench-command.ts";

export const behaviour = benchCommand({
  usage: "behaviour [--seed N] [--count N] [--packages DIR [--only WORD]] [--json]",
  help: `repairs N generated programs that run (400 by default; minutes) with \`options.fixes: "safe"\`, and compares what they
print before and after. With --packages also the packages of test/bench/behaviour/packages.txt (with --only those that have
the word in their name), fetched into DIR: what their own tests say and which of their files can be imported, before and
after mode repair of each file with \`safe\`, \`assay fix --write\`, the fixes of an editor on save, and mode repair with \`all\`
(an hour for all). Exit status 1 when a program does something else, or a test that passed does not, or a file cannot be
imported any more; with \`all\`, unless a fix explains it that \`meta.fixes\` calls changing.`,
  options: {
    seed: { type: "string" },
    count: { type: "string" },
    packages: { type: "string" },
    only: { type: "string" },
    json: { type: "boolean", default: false },
  },
  run: async ({ seed, count, packages, only, json }) => {
    const figures = await measureBehaviour({
      seed: countOf(seed, 1),
      count: countOf(count, 400),
      packages,
      only,
      onProgress: reportPrograms,
    });
    printBehaviour(figures, json);
    return isAsPromised(figures) ? 0 : 1;
  },
});
