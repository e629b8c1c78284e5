import { measureCommand } from "../../test/bench/command.ts";
import { printRows } from "../../test/bench/row.ts";
import { benchCommand } from "./bench-command.ts";

export const command = benchCommand({
  usage: "command [DIR]",
  help: `checks this project's own Python and a package of about 300 files, or the folder DIR, with the bundled command beside
ruff, mypy and bandit, without caches and again with them (minutes).`,
  options: {},
  maxWords: 1,
  run: async (_values, [folder]) => {
    printRows("assay check beside ruff, mypy and bandit", await measureCommand(folder));
    return 0;
  },
});
