import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../cli/usage-error.ts";
import { createCommand, runCommand } from "./command.ts";
import { floorMap } from "./structure/map.ts";
import { measureTree } from "./structure/measure-tree.ts";
import { toReport } from "./structure/report.ts";

const usage = `npm run measure [-- [--json] [folder…]]

Prints metrics of the code's structure: lines, lengths of files, cycles of imports, imports that contradict the map in
scripts/structure/map.ts, types written any, types of one name, modules of the engine that no test imports.
Measures this checkout, or each of the checkouts whose folders are named, side by side, all by the map of
this one. An older version:

  git worktree add ../older <tag> && npm run measure -- ../older .

  --json   every count, with its places`;

const root = join(import.meta.dirname, "..");

const measure = createCommand({
  usage,
  options: { json: { type: "boolean", default: false } },
  maxWords: Infinity,
  run: async ({ json }, words, { say }) => {
    const folders = words.length > 0 ? words : [root];
    const missing = folders.find((folder) => !existsSync(join(folder, "package.json")));
    if (missing !== undefined) throw new UsageError(`${missing} is not a checkout.`);
    const trees = Object.fromEntries(
      folders.map((folder) => [nameOf(folder), measureTree(resolve(folder), floorMap)]),
    );
    say(json ? JSON.stringify(trees, undefined, 2) : toReport(trees));
    return 0;
  },
});

function nameOf(folder: string): string {
  return resolve(folder) === root ? "here" : folder;
}

await runCommand(measure);
