import { measureBrokenPrograms } from "../../test/bench/broken-programs.ts";
import { measureCrashing } from "../../test/bench/crashing.ts";
import { fetchLibraries } from "../../test/bench/fetch-libraries.ts";
import { measureLibraries } from "../../test/bench/libraries.ts";
import { measureLibraryRepairs } from "../../test/bench/library-repairs.ts";
import { measureOwaspBenchmark } from "../../test/bench/owasp-benchmark.ts";
import { measureQuality } from "../../test/bench/quality.ts";
import { measureLibrary } from "../../test/bench/standard-library.ts";
import { printTable } from "../../test/bench/table.ts";
import { benchCommand, countOf } from "./bench-command.ts";
import { showSection } from "./show-section.ts";

export const quality = benchCommand({
  usage: "quality [--library DIR | --libraries DIR [--every N] | --owasp DIR | --data DIR] [--write]",
  help: `scores the labelled sets of test/quality beside ruff, bandit and detect-secrets, and fixes its broken programs.
With --library, a folder of modules known to be right, it also counts what is called wrong and what is changed in them
(minutes for the standard library). With --libraries it only prints how many modules of well-kept libraries are called
invalid, and lists every error in DIR/errors.txt; what test/bench/libraries.txt names and DIR lacks is fetched into it from
the package index first, or every Nth of it. With --owasp it only scores the OWASP Benchmark for Python in DIR. With --data it
scores only programs that crash, also those of the .jsonl files there that name the exception they raise. With --write it
puts what it prints into docs/quality.md.`,
  options: {
    library: { type: "string" },
    libraries: { type: "string" },
    every: { type: "string" },
    owasp: { type: "string" },
    data: { type: "string" },
    write: { type: "boolean", default: false },
  },
  run: async ({ library, libraries, every, owasp, data, write }) => {
    if (data !== undefined) printTable(await measureCrashing(data));
    else if (owasp !== undefined) showSection("owasp", await measureOwaspBenchmark(owasp), write);
    else if (libraries !== undefined) {
      await fetchLibraries(libraries, countOf(every, 1));
      showSection("libraries", await measureLibraries(libraries), write);
    } else {
      showSection("own", await measureQuality(), write);
      showSection("crashing", await measureCrashing(undefined), write);
      await measureBrokenPrograms();
      if (library !== undefined) await measureLibrary(library);
      if (library !== undefined) await measureLibraryRepairs(library);
    }
    return 0;
  },
});
