import { measureStore } from "../../test/bench/store.ts";
import { printTable } from "../../test/bench/table.ts";
import { benchCommand } from "./bench-command.ts";

export const store = benchCommand({
  usage: "store [--beside DIR]",
  help: `charges a key on each store, beside a bare loop on the same engine that writes an entry and a balance. With --beside, a
folder of another version with its packages, the stores of both versions take turns.`,
  options: { beside: { type: "string" } },
  run: async ({ beside }) => {
    console.log("\nCharges of a key on each store, beside a bare loop on its engine");
    printTable(await measureStore(beside));
    return 0;
  },
});
