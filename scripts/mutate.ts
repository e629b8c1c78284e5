/** Changes one small thing at a time and says which changes no test notices. */
import { UsageError } from "../cli/usage-error.ts";
import { createCommand, runCommand } from "./command.ts";
import { areas } from "./mutation/areas.ts";
import { findMutants } from "./mutation/find-mutants.ts";
import { describeMutant } from "./mutation/mutant.ts";
import { reportOutcomes } from "./mutation/report.ts";
import { runMutants } from "./mutation/run-mutants.ts";

const usage = `npm run mutate -- [AREA …] [--sample N] [--seed N] [--skip N] [--workers N] [--file PATH] [--list]

Makes small changes (mutants) in the code that handles money and trust, runs the tests that should notice each, and
lists those that survived. Areas: ${Object.keys(areas).join(", ")} (default: all).

  --sample N    at most N mutants of each area, chosen by the seed (default 25; 0: every one, which takes many hours)
  --seed N      another sample (default 1)
  --skip N      not the first N of a sample: to go on where an earlier run ended
  --workers N   how many run at once, each in a copy of its own (default 1)
  --file PATH   only mutants of this file
  --list        list the mutants, run nothing

Exit status: 0 at least 85 % were noticed, 1 fewer, 2 wrong usage.`;

const mutate = createCommand({
  usage,
  options: {
    sample: { type: "string", default: "25" },
    seed: { type: "string", default: "1" },
    skip: { type: "string", default: "0" },
    workers: { type: "string", default: "1" },
    file: { type: "string" },
    list: { type: "boolean", default: false },
  },
  maxWords: Infinity,
  run: async ({ file, list, ...numbers }, names, { say }) => {
    const unknown = names.filter((name) => !Object.hasOwn(areas, name));
    if (unknown.length > 0) throw new UsageError(`Unknown area: ${unknown.join(", ")}`);
    const [sample, seed, skip] = [numbers.sample, numbers.seed, numbers.skip].map(Number);
    const found = findMutants({ names, file, sample: sample!, seed: seed!, skip: skip! });
    if (!list) return reportOutcomes(await runMutants(found, Number(numbers.workers)));
    for (const { area, mutant } of found) say(`${area.padEnd(9)} ${describeMutant(mutant)}`);
    return 0;
  },
});

await runCommand(mutate);
