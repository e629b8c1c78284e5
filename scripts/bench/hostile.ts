import { measureHostile } from "../../test/bench/hostile.ts";
import { usualCount } from "../../test/bench/hostile/plan.ts";
import { benchCommand, countOf } from "./bench-command.ts";

export const hostile = benchCommand({
  usage: "hostile [--seed N] [--count N] [--plans N] [--json]",
  help: `sends N hostile inputs (2,720 by default) to a running service beside an honest caller (minutes); exit status 1 when a
promise is broken. With --plans 2 it does so twice, and memory must not grow from the first to the second.`,
  options: {
    seed: { type: "string" },
    count: { type: "string" },
    plans: { type: "string" },
    json: { type: "boolean", default: false },
  },
  run: async ({ seed, count, plans, json }) =>
    measureHostile({
      seed: countOf(seed, 1),
      count: countOf(count, usualCount),
      planCount: countOf(plans, 1),
      isJson: json,
    }),
});
