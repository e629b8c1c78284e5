import { constants } from "node:os";
import { UsageError } from "../cli/usage-error.ts";
import { measureExecute } from "../test/bench/execute.ts";
import { measureGas } from "../test/bench/gas.ts";
import { measureLoad } from "../test/bench/load.ts";
import { measureLsp } from "../test/bench/lsp.ts";
import { measureMarketplace } from "../test/bench/marketplace.ts";
import { measureOutage } from "../test/bench/outage.ts";
import { printRows, type Row } from "../test/bench/row.ts";
import { measureSandbox } from "../test/bench/sandbox.ts";
import { measureVerdict } from "../test/bench/verdict.ts";
import { measureX402 } from "../test/bench/x402.ts";
import { behaviour } from "./bench/behaviour.ts";
import type { BenchCommand } from "./bench/bench-command.ts";
import { command } from "./bench/command.ts";
import { cost } from "./bench/cost.ts";
import { fires } from "./bench/fires.ts";
import { fixing } from "./bench/fixing.ts";
import { folding } from "./bench/folding.ts";
import { forge } from "./bench/forge.ts";
import { hostile } from "./bench/hostile.ts";
import { judging } from "./bench/judging.ts";
import { packages } from "./bench/packages.ts";
import { projects } from "./bench/projects.ts";
import { quality } from "./bench/quality.ts";
import { repair } from "./bench/repair.ts";
import { repeats } from "./bench/repeats.ts";
import { replicas } from "./bench/replicas.ts";
import { soundness } from "./bench/soundness.ts";
import { store } from "./bench/store.ts";
import { runCommand, withUsage } from "./command.ts";

const benches: Readonly<Record<string, { title: string; measure: () => Promise<Row[]> }>> = {
  verdict: { title: "One verdict against the chain of commands", measure: measureVerdict },
  execute: { title: "Running a program, over HTTP", measure: measureExecute },
  sandbox: { title: "Running a program, in every way", measure: measureSandbox },
  marketplace: { title: "From a request on chain to its delivery", measure: measureMarketplace },
  gas: { title: "The gas of what is paid for on chain", measure: measureGas },
  outage: { title: "An IPFS node that stands still", measure: measureOutage },
  x402: { title: "One paid call, and our share of its time", measure: measureX402 },
  lsp: { title: "From the save of a document to its diagnostics, in an editor", measure: measureLsp },
  load: { title: "Throughput, memory, and many callers at once", measure: measureLoad },
};

const commands: Readonly<Record<string, BenchCommand>> = {
  behaviour,
  command,
  cost,
  fires,
  fixing,
  folding,
  forge,
  hostile,
  judging,
  packages,
  projects,
  quality,
  repair,
  repeats,
  replicas,
  soundness,
  store,
};

const usage = [
  `npm run bench [-- ${Object.keys(benches).join(" | ")}]`,
  ...Object.values(commands).map((each) => `npm run bench -- ${each.usage}`),
  "",
  "Measures on this machine, everything side by side in one run. Without a name: those of the first line.",
  ...Object.entries(commands).map(([name, { help }]) => `${name} ${help}`),
].join("\n");

async function run(words: readonly string[]): Promise<number> {
  const [name = "", ...options] = words;
  if (Object.hasOwn(commands, name)) return commands[name]!.run(options);
  const unknown = words.find((word) => !Object.hasOwn(benches, word));
  if (unknown !== undefined) throw new UsageError(`Unknown bench '${unknown}'`);
  for (const each of words.length > 0 ? words : Object.keys(benches)) {
    const { title, measure } = benches[each]!;
    console.error(`measuring ${each} …`);
    printRows(title, await measure());
  }
  return 0;
}

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
await runCommand(withUsage(usage, run));
