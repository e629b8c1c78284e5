import { measureSoundness, printSoundness } from "../../test/bench/soundness.ts";
import { printRewrites } from "../../test/bench/soundness/print-rewrites.ts";
import { isFalseClaim, measureRewrites } from "../../test/bench/soundness/rewrites.ts";
import { benchCommand, countOf, reportPrograms } from "./bench-command.ts";

export const soundness = benchCommand({
  usage: "soundness [--rewrites] [--programs DIR] [--seed N] [--count N] [--json] [--shrink]",
  help: `writes N programs that run to their end (3,000 by default; a minute), runs them under CPython 3.13, and compares
every error of our own rules with what happened; a tenth more crash in their last line, and what is missed of these is
counted. With --programs also the .py files of DIR, each with what makes it run. Exit status 1 when running refutes a
claim; --shrink makes each such program as small as it can be.
With --rewrites it writes N programs, and those of DIR, in other ways that do the same (renamed, under names of Python's own functions, wrapped, split, with dead code,
reordered), and compares the errors before and after. Exit status 1 when a program that works is rejected after it.`,
  options: {
    rewrites: { type: "boolean", default: false },
    programs: { type: "string" },
    seed: { type: "string" },
    count: { type: "string" },
    json: { type: "boolean", default: false },
    shrink: { type: "boolean", default: false },
  },
  run: async ({ rewrites, programs, seed, count, json, shrink }) => {
    const plan = {
      seed: countOf(seed, 1),
      count: countOf(count, 3000),
      programs,
      shrinks: shrink,
      onProgress: reportPrograms,
    };
    if (rewrites) {
      const compared = await measureRewrites(plan);
      printRewrites(compared, json);
      return compared.changes.some(isFalseClaim) ? 1 : 0;
    }
    const figures = await measureSoundness(plan);
    printSoundness(figures, json);
    return figures.falseClaims.length === 0 ? 0 : 1;
  },
});
