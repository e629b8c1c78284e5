import { measureLoad } from "../test/bench/load.ts";
import { printRows, type Row } from "../test/bench/row.ts";
import { measureSandbox } from "../test/bench/sandbox.ts";
import { measureVerdict } from "../test/bench/verdict.ts";

const benches: Readonly<Record<string, { title: string; measure: () => Promise<Row[]> }>> = {
  verdict: { title: "One verdict against the chain of commands", measure: measureVerdict },
  sandbox: { title: "Running a program", measure: measureSandbox },
  load: { title: "Throughput, memory, and many callers at once", measure: measureLoad },
};

const usage = `npm run bench [-- ${Object.keys(benches).join(" | ")}]

Measures on this machine, everything side by side in one run; without a name, all of it.`;

const names = process.argv.slice(2);
if (names.some((name) => !Object.hasOwn(benches, name))) {
  console.log(usage);
  process.exitCode = names.includes("--help") ? 0 : 2;
} else {
  for (const name of names.length > 0 ? names : Object.keys(benches)) {
    const { title, measure } = benches[name]!;
    console.error(`measuring ${name} …`);
    printRows(title, await measure());
  }
}
