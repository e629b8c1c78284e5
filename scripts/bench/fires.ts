import { UsageError } from "../../cli/usage-error.ts";
import { measureFires, printFires } from "../../test/bench/fires.ts";
import { benchCommand, countOf } from "./bench-command.ts";

export const fires = benchCommand({
  usage: "fires --data DIR [--data DIR …] [--every N] [--json]",
  help: `runs every rule and every repair over sets of code (each DIR with its .py files, and the \`code\` of its .jsonl files;
with --every only each Nth text), and prints how often each fired, and which never did (a second for four texts).`,
  options: {
    data: { type: "string", multiple: true },
    every: { type: "string" },
    json: { type: "boolean", default: false },
  },
  run: async ({ data, every, json }) => {
    if (data === undefined) throw new UsageError("--data is missing");
    const plan = { folders: data, every: countOf(every, 1) };
    printFires(await measureFires({ ...plan, onProgress: (said) => console.error(said) }), json);
    return 0;
  },
});
