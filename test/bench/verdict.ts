import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { quantile, timed } from "./numbers.ts";
import type { Row } from "./row.ts";
import { startService } from "./service-process.ts";

const rounds = 30;
/** What a service that has been up for a while has seen. */
const warmUp = 300;
const sample = readFileSync(new URL("./sample.py", import.meta.url), "utf8");
const tools = new URL("../../.tools/bench-python/bin/", import.meta.url).pathname;
const run = promisify(execFile);

/** A tool as a person runs it: its own command on the changed file, caches warm. Findings are not failures. */
async function command(name: string, args: readonly string[], cwd: string): Promise<void> {
  await run(join(tools, name), args, { cwd }).catch((error: { code?: unknown }) => {
    if (error.code !== 1) throw error;
  });
}

/** One warm static verdict, HTTP included, against the chain a person would run instead; interleaved in one run. */
export async function measureVerdict(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "assay-chain-"));
  await using service = await startService();
  const times = {
    verdict: [] as number[],
    ruff: [] as number[],
    mypy: [] as number[],
    bandit: [] as number[],
  };
  for (let n = 0; n < warmUp; n += 1) await service.validate(`${sample}\nWARM = ${n}\n`);
  for (let round = -3; round < rounds; round += 1) {
    const text = `${sample}\nROUND = ${round}\n`;
    writeFileSync(join(folder, "sample.py"), text);
    const verdict = await timed(async () => service.validate(text));
    if (verdict.result.status !== 200) throw new Error(`the service answered ${verdict.result.status}`);
    const ruff = await timed(async () => command("ruff", ["check", "--quiet", "sample.py"], folder));
    const mypy = await timed(async () =>
      command("mypy", ["--check-untyped-defs", "--ignore-missing-imports", "sample.py"], folder),
    );
    const bandit = await timed(async () => command("bandit", ["--quiet", "sample.py"], folder));
    if (round < 0) continue;
    times.verdict.push(verdict.ms);
    times.ruff.push(ruff.ms);
    times.mypy.push(mypy.ms);
    times.bandit.push(bandit.ms);
  }
  rmSync(folder, { recursive: true, force: true });
  const median = (name: keyof typeof times): number => quantile(times[name], 0.5);
  const chain = median("ruff") + median("mypy") + median("bandit");
  return [
    {
      what: `warm static verdict over HTTP, ${sample.split("\n").length - 1} lines`,
      value: median("verdict"),
      unit: "ms",
    },
    { what: "the same, fastest of the run", value: quantile(times.verdict, 0), unit: "ms" },
    { what: "ruff check", value: median("ruff"), unit: "ms" },
    { what: "mypy, warm cache, changed file", value: median("mypy"), unit: "ms" },
    { what: "bandit", value: median("bandit"), unit: "ms" },
    { what: "the three commands ÷ the verdict", value: chain / median("verdict"), unit: "times" },
    { what: "start to listening", value: service.startedInMs, unit: "ms" },
  ];
}
