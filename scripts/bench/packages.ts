import { measurePackages } from "../../test/bench/packages.ts";
import { packageSets } from "../../test/bench/packages/sets.ts";
import { benchCommand, countOf } from "./bench-command.ts";

export const packages = benchCommand({
  usage: "packages [--seed N] [--count N] [--json]",
  help: `installs N sets of packages (all ${packageSets.length} by default; minutes) for single calls, each in an engine with an empty store: the
first calls, later ones beside calls without packages, and uv with Docker by hand; exit status 1 when a promise is broken.`,
  options: {
    seed: { type: "string" },
    count: { type: "string" },
    json: { type: "boolean", default: false },
  },
  run: async ({ seed, count, json }) =>
    measurePackages({ seed: countOf(seed, 1), count: countOf(count, packageSets.length), isJson: json }),
});
