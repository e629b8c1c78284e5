import { measureFixing } from "../../test/bench/fixing.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { benchCommand } from "./bench-command.ts";

const head = ["project", "files", "tests", "fixed at once", "tests changed", "fixed alone", "tests changed"];

export const fixing = benchCommand({
  usage: "fixing DIR [--only WORD] [--our-rules] [--unsafe]",
  help: `runs the tests of each project in the folder DIR before and after \`assay fix --write .\`, and after the fix of each such file alone,
in an environment made for it (minutes a project; with --only those that have the word in their name; with --our-rules without the settings that
the project has for ruff, so that more is fixed). Exit status 1 when a
test says something else; with --unsafe that is only told.`,
  options: {
    only: { type: "string" },
    "our-rules": { type: "boolean", default: false },
    unsafe: { type: "boolean", default: false },
  },
  maxWords: 1,
  run: async ({ only, unsafe, "our-rules": areOurs }, [folder]) => {
    if (folder === undefined) throw new UsageError("Name a folder of projects: -- fixing DIR");
    let isEqual = true;
    console.log(`| ${head.join(" | ")} |\n|${" --- |".repeat(head.length)}`);
    for await (const { name, files, tests, fixed, changed, alone } of measureFixing(folder, {
      isUnsafe: unsafe,
      hasOwnRules: !areOurs,
      only,
    })) {
      const changedAlone = alone.flatMap((each) =>
        each.changed.map((test) => ({ ...test, file: each.file })),
      );
      const cells = [name, files, tests, fixed.length, changed.length, alone.length, changedAlone.length];
      console.log(`| ${cells.join(" | ")} |`);
      for (const { id, before, after } of changed) console.error(`${name}: ${id}: ${before}, then ${after}`);
      for (const { id, file, before, after } of changedAlone)
        console.error(`${name}: ${file} alone: ${id}: ${before}, then ${after}`);
      for (const file of fixed) console.error(`${name}: fixed ${file}`);
      isEqual &&= changed.length === 0 && changedAlone.length === 0;
    }
    return isEqual || unsafe ? 0 : 1;
  },
});
