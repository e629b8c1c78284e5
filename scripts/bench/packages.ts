import { measurePackages } from "../../test/bench/packages.ts";
import { measurePrograms } from "../../test/bench/packages/programs.ts";
import { packageSets } from "../../test/bench/packages/sets.ts";
import { benchCommand, countOf } from "./bench-command.ts";

export const packages = benchCommand({
  usage: "packages [--seed N] [--count N] [--programs DIR] [--json]",
  help: `installs N sets of packages (all ${packageSets.length} by default; minutes) for single calls, each in an engine with an empty store: the
first calls, later ones beside calls without packages, and uv with Docker by hand; exit status 1 when a promise is broken.
With --programs every program in the folder DIR is run with the packages that it imports and without: how many run to their
end, and which rules reject some that do; exit status 1 when one is rejected with its packages.`,
  options: {
    seed: { type: "string" },
    count: { type: "string" },
    programs: { type: "string" },
    json: { type: "boolean", default: false },
  },
  run: async ({ seed, count, programs, json }) => {
    if (programs !== undefined) return measurePrograms(programs, json);
    const size = { seed: countOf(seed, 1), count: countOf(count, packageSets.length) };
    return measurePackages({ ...size, isJson: json });
  },
});
