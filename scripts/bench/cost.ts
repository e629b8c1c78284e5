import { measureCostBeside } from "../../test/bench/cost-beside.ts";
import { measureCost } from "../../test/bench/cost.ts";
import { printRows } from "../../test/bench/row.ts";
import { printTable } from "../../test/bench/table.ts";
import { benchCommand, countOf } from "./bench-command.ts";

export const cost = benchCommand({
  usage: "cost [--checks N | --beside DIR]",
  help: `prints the processor time of one static verdict by stage, the memory after N distinct checks (10,000 by default;
minutes), and the event loop's delay at full load. With --beside, a folder of another version with its packages, both
versions take turns and only the processor time is printed.`,
  options: { checks: { type: "string" }, beside: { type: "string" } },
  run: async ({ checks, beside }) => {
    if (beside === undefined) {
      printRows("What one static verdict costs", await measureCost(countOf(checks, 10_000)));
      return 0;
    }
    console.log("\nWhat one static verdict costs, here and in the other folder");
    printTable(await measureCostBeside(beside));
    return 0;
  },
});
