import { constants } from "node:os";
import { parseArgs } from "node:util";
import { isAsPromised, measureBehaviour, printBehaviour } from "../test/bench/behaviour.ts";
import { measureBrokenPrograms } from "../test/bench/broken-programs.ts";
import { measureCommand } from "../test/bench/command.ts";
import { measureCostBeside } from "../test/bench/cost-beside.ts";
import { measureCost } from "../test/bench/cost.ts";
import { measureCrashing } from "../test/bench/crashing.ts";
import { measureExecute } from "../test/bench/execute.ts";
import { measureFires, printFires } from "../test/bench/fires.ts";
import { measureFolding } from "../test/bench/folding.ts";
import { fetchLibraries } from "../test/bench/fetch-libraries.ts";
import { measureForge, printForge } from "../test/bench/forge.ts";
import { measureHostile } from "../test/bench/hostile.ts";
import { usualCount } from "../test/bench/hostile/plan.ts";
import { measureLibraries } from "../test/bench/libraries.ts";
import { measureLibraryRepairs } from "../test/bench/library-repairs.ts";
import { measureLoad } from "../test/bench/load.ts";
import { measureLsp } from "../test/bench/lsp.ts";
import { measureMarketplace } from "../test/bench/marketplace.ts";
import { measureOutage } from "../test/bench/outage.ts";
import { measureOwaspBenchmark } from "../test/bench/owasp-benchmark.ts";
import { sections, writeSection, type SectionName } from "../test/bench/quality-page.ts";
import { measureQuality } from "../test/bench/quality.ts";
import { measureModes, measureReplicas } from "../test/bench/replicas.ts";
import { measureRepair } from "../test/bench/repair.ts";
import { printRows, type Row } from "../test/bench/row.ts";
import { measureSandbox } from "../test/bench/sandbox.ts";
import { measureSoundness, printSoundness } from "../test/bench/soundness.ts";
import { printRewrites } from "../test/bench/soundness/print-rewrites.ts";
import { isFalseClaim, measureRewrites } from "../test/bench/soundness/rewrites.ts";
import { measureLibrary } from "../test/bench/standard-library.ts";
import { printTable, type Table } from "../test/bench/table.ts";
import { measureStore } from "../test/bench/store.ts";
import { measureVerdict } from "../test/bench/verdict.ts";
import { measureX402 } from "../test/bench/x402.ts";

const benches: Readonly<Record<string, { title: string; measure: () => Promise<Row[]> }>> = {
  verdict: { title: "One verdict against the chain of commands", measure: measureVerdict },
  execute: { title: "Running a program, over HTTP", measure: measureExecute },
  sandbox: { title: "Running a program, in every way", measure: measureSandbox },
  marketplace: { title: "From a request on chain to its delivery", measure: measureMarketplace },
  outage: { title: "An IPFS node that stands still", measure: measureOutage },
  x402: { title: "One paid call, and our share of its time", measure: measureX402 },
  lsp: { title: "From the save of a document to its diagnostics, in an editor", measure: measureLsp },
  store: { title: "Charges a second on each store, beside a bare loop on its engine", measure: measureStore },
  load: { title: "Throughput, memory, and many callers at once", measure: measureLoad },
};

const usage = `npm run bench [-- ${Object.keys(benches).join(" | ")}]
npm run bench -- repair --data DIR [--write]
npm run bench -- quality [--library DIR | --libraries DIR [--every N] | --owasp DIR | --data DIR] [--write]
npm run bench -- command [DIR]
npm run bench -- cost [--checks N | --beside DIR]
npm run bench -- behaviour [--seed N] [--count N] [--packages DIR [--only WORD]] [--json]
npm run bench -- fires --data DIR [DIR …] [--every N] [--json]
npm run bench -- folding [--seeds N]
npm run bench -- forge [--seed N] [--count N] [--files] [--json] [--write]
npm run bench -- hostile [--seed N] [--count N] [--plans N] [--json]
npm run bench -- soundness [--rewrites [--programs DIR]] [--seed N] [--count N] [--json] [--shrink]
npm run bench -- replicas

Measures on this machine, everything side by side in one run. Without a name: all but the last eleven.
repair takes a folder of .jsonl files, as test/quality/wrong-programs: wrong programs with examples, hidden tests and a
right version.
quality scores the labelled sets of test/quality beside ruff, bandit and detect-secrets, and fixes its broken programs.
With --library, a folder of modules known to be right, it also counts what is called wrong and what is changed in them
(minutes for the standard library). With --libraries it only prints how many modules of well-kept libraries are called
invalid, and lists every error in DIR/errors.txt; what test/bench/libraries.txt names and DIR lacks is fetched into it from
the package index first, or every Nth of it. With --owasp it only scores the OWASP Benchmark for Python in DIR. With --data it
scores only programs that crash, also those of the .jsonl files there that name the exception they raise. With --write, repair and quality put what they print into docs/quality.md.
command checks this project's own Python and a package of about 300 files, or the folder DIR, with the bundled command beside
ruff, mypy and bandit, without caches and again with them (minutes).
cost prints the processor time of one static verdict by stage, the memory after N distinct checks (10,000 by default;
minutes), and the event loop's delay at full load. With --beside, a folder of another version with its packages, both
versions take turns and only the processor time is printed.
fires runs every rule and every repair over sets of code (each DIR with its .py files, and the \`code\` of its .jsonl files; with
--every only each Nth text), and prints how often each fired, and which never did (a second for four texts).
folding builds random expressions over every text operation that the policy works out, and compares each with CPython
(N seeds, 20 by default).
behaviour repairs N generated programs that run (400 by default; minutes) with \`options.fixes: "safe"\`, and compares what they print
before and after. With --packages also the packages of test/bench/behaviour/packages.txt (with --only those that have the word in
their name), fetched into DIR: what their own tests say and which of their files can be imported, before and after mode
repair of each file with \`safe\`, \`assay fix --write\`, the fixes of an editor on save, and mode repair with \`all\` (an hour for
all). Exit status 1 when a program does something else, or a test that passed does not, or a file cannot be imported any
more; with \`all\`, unless a fix explains it that \`meta.fixes\` calls changing.
forge judges N programs (3,000 by default; minutes) against examples of every shape: right ones, wrong ones, and ones that
lie about being right. With --files also the test files of test/quality/example-files. Exit status 1 when a right one does
not hold, or another one does unmarked; --json prints the figures as JSON, --write puts them into docs/quality.md.
hostile sends N hostile inputs (2,720 by default) to a running service beside an honest caller (minutes); exit status 1 when a
promise is broken. With --plans 2 it does so twice, and memory must not grow from the first to the second.
soundness writes N programs that run to their end (3,000 by default; a minute), runs them under CPython 3.13, and compares
every error of our own rules with what happened; a tenth more crash in their last line, and what is missed of these is
counted. Exit status 1 when running refutes a claim; --shrink makes each such program as small as it can be.
With --rewrites it writes N programs, and those of DIR, in other ways that do the same (renamed, wrapped, split, with dead code,
reordered), and compares the errors before and after. Exit status 1 when a program that works is rejected after it.
replicas prints the static verdicts a second of one, two and three replicas on PostgreSQL, and the processor seconds of 1,000
verdicts in each mode (minutes). Beside other work only the processor seconds count.`;

async function run(words: readonly string[]): Promise<number> {
  if (words[0] === "quality" || (words[0] === "repair" && words[1] === "--data")) {
    if (await measureQualities(words)) return 0;
  }
  if (words[0] === "folding") {
    const counts = readCounts(words, { "--seeds": 20 });
    if (counts) return (await measureFolding(counts["--seeds"])) === 0 ? 0 : 1;
  }
  if (words[0] === "command" && words.length <= 2) {
    printRows("assay check beside ruff, mypy and bandit", await measureCommand(words[1]));
    return 0;
  }
  if (words[0] === "cost" && words[1] === "--beside" && words.length === 3) {
    console.log("\nWhat one static verdict costs, here and in the other folder");
    printTable(await measureCostBeside(words[2]!));
    return 0;
  }
  if (words[0] === "cost") {
    const counts = readCounts(words, { "--checks": 10_000 });
    if (counts) {
      printRows("What one static verdict costs", await measureCost(counts["--checks"]));
      return 0;
    }
  }
  if (words[0] === "replicas" && words.length === 1) {
    console.log(
      "\nStatic verdicts by replicas on one machine, on PostgreSQL; processor seconds for 1,000 of them",
    );
    printTable(await measureReplicas());
    console.log(
      "\nWhat 1,000 verdicts cost; starting and removing boxes is the container engine's, and not in it",
    );
    printTable(await measureModes());
    return 0;
  }
  if (words[0] === "behaviour") {
    const { value: packages, others: withoutPackages } = takeOption(words, "--packages");
    const { value: only, others } = takeOption(withoutPackages, "--only");
    const counts = readCounts(
      others.filter((word) => word !== "--json"),
      { "--seed": 1, "--count": 400 },
    );
    if (counts) {
      const figures = await measureBehaviour({
        seed: counts["--seed"],
        count: counts["--count"],
        packages,
        only,
        onProgress: (done) => console.error(`${done} programs …`),
      });
      printBehaviour(figures, words.includes("--json"));
      return isAsPromised(figures) ? 0 : 1;
    }
  }
  if (words[0] === "fires") {
    const plan = readFires(words.slice(1));
    if (plan) {
      printFires(
        await measureFires({ ...plan, onProgress: (said) => console.error(said) }),
        words.includes("--json"),
      );
      return 0;
    }
  }
  if (words[0] === "forge") {
    const flags = ["--files", "--json", "--write"].map((flag) => words.includes(flag));
    const [hasFiles, isJson, isWritten] = flags;
    const counts = readCounts(
      words.filter((word) => !["--files", "--json", "--write"].includes(word)),
      { "--seed": 1, "--count": 3000 },
    );
    if (counts) {
      const measured = await measureForge({
        seed: counts["--seed"],
        count: counts["--count"],
        hasFiles: hasFiles!,
      });
      const table = printForge(measured, isJson!);
      if (isWritten) writeSection("forge", table);
      return measured.broken.length === 0 ? 0 : 1;
    }
  }
  if (words[0] === "soundness") {
    const flags = ["--json", "--shrink", "--rewrites"];
    const { value: folder, others } = takeOption(words, "--programs");
    const counts = readCounts(
      others.filter((word) => !flags.includes(word)),
      { "--seed": 1, "--count": 3000 },
    );
    const [isJson, shrinks, isRewriting] = flags.map((flag) => words.includes(flag));
    if (counts && (isRewriting || folder === undefined)) {
      if (isRewriting) {
        const compared = await measureRewrites({
          seed: counts["--seed"],
          count: counts["--count"],
          programs: folder,
          shrinks: shrinks!,
          onProgress: (done) => console.error(`${done} programs …`),
        });
        printRewrites(compared, isJson!);
        return compared.changes.some(isFalseClaim) ? 1 : 0;
      }
      const figures = await measureSoundness({
        seed: counts["--seed"],
        count: counts["--count"],
        shrinks: shrinks!,
        onProgress: (done) => console.error(`${done} programs …`),
      });
      printSoundness(figures, isJson!);
      return figures.falseClaims.length === 0 ? 0 : 1;
    }
  }
  if (words[0] === "hostile") {
    const counts = readCounts(
      words.filter((word) => word !== "--json"),
      { "--seed": 1, "--count": usualCount, "--plans": 1 },
    );
    if (counts) {
      return measureHostile({
        seed: counts["--seed"],
        count: counts["--count"],
        planCount: counts["--plans"],
        isJson: words.includes("--json"),
      });
    }
  }
  if (words.some((word) => !Object.hasOwn(benches, word))) {
    console.log(usage);
    return words.includes("--help") ? 0 : 2;
  }
  for (const name of words.length > 0 ? words : Object.keys(benches)) {
    const { title, measure } = benches[name]!;
    console.error(`measuring ${name} …`);
    printRows(title, await measure());
  }
  return 0;
}

/** What follows an option; without it, the option stays among the other words, where nobody knows it. */
function takeOption(
  words: readonly string[],
  option: string,
): Readonly<{ value: string | undefined; others: readonly string[] }> {
  const at = words.indexOf(option);
  const value = at < 0 ? undefined : words[at + 1];
  return { value, others: value === undefined ? words : words.toSpliced(at, 2) };
}

/** The numbers that follow a bench's name, each after its option; undefined where the words say anything else. */
function readCounts<Usual extends Readonly<Record<string, number>>>(
  [, ...words]: readonly string[],
  usual: Usual,
): Usual | undefined {
  const counts: Record<string, number> = { ...usual };
  for (let at = 0; at < words.length; at += 2) {
    const [option = "", count] = words.slice(at);
    if (!Object.hasOwn(usual, option) || !(Number(count) > 0)) return undefined;
    counts[option] = Number(count);
  }
  return counts as Usual;
}

/** The folders after `--data`, and how many of their texts are looked at. */
function readFires(words: readonly string[]): { folders: string[]; every: number } | undefined {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { data: { type: "string" }, every: { type: "string" }, json: { type: "boolean" } },
    allowPositionals: true,
    strict: false,
  });
  const every = Number(values.every ?? 1);
  if (typeof values.data !== "string" || !(every >= 1)) return undefined;
  return { folders: [values.data, ...positionals], every };
}

/** Whether these words ask for tables of quality; each is printed, and written into its page with `--write`. */
async function measureQualities([name, ...words]: readonly string[]): Promise<boolean> {
  const [option, folder, ...more] = words.filter((word) => word !== "--write");
  const show = (section: SectionName, table: Table): void => {
    console.log(`\n${sections[section].title}`);
    printTable(table);
    if (words.includes("--write")) writeSection(section, table);
  };
  if (option === undefined || option === "--library") {
    show("own", await measureQuality());
    show("crashing", await measureCrashing(undefined));
    await measureBrokenPrograms();
    if (folder !== undefined) await measureLibrary(folder);
    if (folder !== undefined) await measureLibraryRepairs(folder);
    return true;
  }
  if (folder === undefined) return false;
  if (name === "repair") show("repair", await measureRepair(folder));
  else if (option === "--data") printTable(await measureCrashing(folder));
  else if (option === "--owasp") show("owasp", await measureOwaspBenchmark(folder));
  else if (option === "--libraries") {
    await fetchLibraries(folder, more[0] === "--every" ? Number(more[1]) : 1);
    show("libraries", await measureLibraries(folder));
  } else return false;
  return true;
}

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
process.exitCode = await run(process.argv.slice(2));
