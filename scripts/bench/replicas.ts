import { measureModes, measureReplicas } from "../../test/bench/replicas.ts";
import { printTable } from "../../test/bench/table.ts";
import { benchCommand } from "./bench-command.ts";

export const replicas = benchCommand({
  usage: "replicas",
  help: `prints the static verdicts a second of one, two and three replicas on PostgreSQL, and the processor seconds of 1,000
verdicts in each mode (minutes). Beside other work only the processor seconds count.`,
  options: {},
  run: async () => {
    console.log(
      "\nStatic verdicts by replicas on one machine, on PostgreSQL; processor seconds for 1,000 of them",
    );
    printTable(await measureReplicas());
    console.log(
      "\nWhat 1,000 verdicts cost; starting and removing boxes is the container engine's, and not in it",
    );
    printTable(await measureModes());
    return 0;
  },
});
