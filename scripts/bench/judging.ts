import { measureJudging } from "../../test/bench/judging.ts";
import { printTable } from "../../test/bench/table.ts";
import { benchCommand } from "./bench-command.ts";

export const judging = benchCommand({
  usage: "judging [--beside DIR]",
  help: `prints what an execution with three plain examples costs, and how long the program takes to answer one call (a minute;
the machine must be quiet, since boxes of others count). With --beside, a folder of another version with its packages, both
versions take turns.`,
  options: { beside: { type: "string" } },
  run: async ({ beside }) => {
    printTable(await measureJudging(beside));
    return 0;
  },
});
