import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Box, Sandbox } from "../../engine/workers/sandbox/sandbox.ts";
import { config, openTestSandbox, requireDocker, runAll, runOne, takeBox } from "../support/sandbox.ts";
import { interpreter } from "./interpreter.ts";
import { inParallel, quantile, timed } from "./numbers.ts";
import type { Row } from "./row.ts";

const rounds = 20;
const runsForSpeed = 60;
const programsInARun = 100;
const candidatesInARun = 2000;
const program = "print(sum(range(1000)))\n";
const run = promisify(execFile);

/** One tiny program in every way there is to run it, interleaved, each against the bare interpreter of the same round. */
export async function measureSandbox(): Promise<Row[]> {
  await requireDocker();
  const folder = mkdtempSync(join(tmpdir(), "assay-sandbox-"));
  const file = join(folder, "main.py");
  writeFileSync(file, program);
  const started = await timed(async () => openTestSandbox({ poolSize: 4 }));
  await using sandbox = started.result;
  const inBox = async (mode: "fresh" | "watched"): Promise<number> => {
    await using box = await takeBox(sandbox);
    return (await timed(async () => runOne(box, program, { mode }))).ms;
  };
  const python = await interpreter();
  const ways = {
    bare: async () => (await timed(async () => run(python, ["-I", file]))).ms,
    fresh: async () => inBox("fresh"),
    fork: async () => inBox("watched"),
    docker: async () => (await timed(dockerRun)).ms,
  };
  const times: Record<keyof typeof ways, number[]> = { bare: [], fresh: [], fork: [], docker: [] };
  const ratios: Record<keyof typeof ways, number[]> = { bare: [], fresh: [], fork: [], docker: [] };
  for (let round = -3; round < rounds; round += 1) {
    const taken = {
      bare: await whenIdle(sandbox, ways.bare),
      fresh: await whenIdle(sandbox, ways.fresh),
      fork: await whenIdle(sandbox, ways.fork),
      docker: await whenIdle(sandbox, ways.docker),
    };
    if (round < 0) continue;
    for (const name of Object.keys(ways) as (keyof typeof ways)[]) {
      times[name].push(taken[name]);
      ratios[name].push(taken[name] / taken.bare);
    }
  }
  rmSync(folder, { recursive: true, force: true });
  const many = await manyInOneBox(await takeBox(sandbox));
  const screened = await candidatesPerS(await takeBox(sandbox));
  const runsPerS = await singleUseRunsPerS(sandbox);
  const median = (values: readonly number[]): number => quantile(values, 0.5);
  return [
    { what: "bare python3", value: median(times.bare), unit: "ms" },
    { what: "warm box, a new interpreter", value: median(times.fresh), unit: "ms" },
    { what: "the same ÷ bare python3", value: median(ratios.fresh), unit: "times" },
    { what: "warm box, a fork", value: median(times.fork), unit: "ms" },
    { what: "the same ÷ bare python3", value: median(ratios.fork), unit: "times" },
    { what: "docker run --rm", value: median(times.docker), unit: "ms" },
    { what: "the same ÷ bare python3", value: median(ratios.docker), unit: "times" },
    {
      what: "docker run --rm ÷ warm box, a fork",
      value: median(times.docker) / median(times.fork),
      unit: "times",
    },
    { what: `one of ${programsInARun} programs in one box, forked`, value: many, unit: "ms" },
    { what: "candidates screened, three examples each", value: screened, unit: "/s" },
    { what: "single-use boxes, two callers", value: runsPerS, unit: "runs/s" },
    { what: "opening until the first box is ready", value: started.ms, unit: "ms" },
  ];
}

/** The command line, as someone without a service would do it; without what hardens a box. */
async function dockerRun(): Promise<void> {
  const image = ["--entrypoint", "python3", config.SANDBOX_IMAGE, "-I", "-c", program];
  await run("docker", ["run", "--rm", "--network", "none", ...image]);
}

/** A box being started or removed would take its time from whatever is measured. */
async function whenIdle(sandbox: Sandbox, work: () => Promise<number>): Promise<number> {
  while (sandbox.numbers().idle < 4) await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, 150));
  return work();
}

async function manyInOneBox(box: Box): Promise<number> {
  await using _box = box;
  const programs = Array.from({ length: programsInARun }, () => program);
  const { ms } = await timed(async () => runAll(box, programs, { mode: "watched" }));
  return ms / programsInARun;
}

/** A function of sixteen lines with one number changed, asked for three values each. */
async function candidatesPerS(box: Box): Promise<number> {
  await using _box = box;
  const line = "    total = total + n * 3 - 1\n";
  const source = `def f(n):\n    total = 0\n${line.repeat(13)}    return total\n`;
  const at = source.indexOf("3");
  const candidates = Array.from({ length: candidatesInARun }, (_, n) => [[at, at + 1, String(n)]]);
  const steps = [1, 2, 3].map((n, claim) => ({ claim, source: `f(${n})`, example: claim }));
  const body = { source, candidates, steps, line_budget: 20_000, total_ms: 30_000 };
  const options = { deadlineMs: 40_000, signal: new AbortController().signal };
  const { ms } = await timed(async () => Array.fromAsync(box.request("C", body, options)));
  return candidatesInARun / (ms / 1000);
}

async function singleUseRunsPerS(sandbox: Sandbox): Promise<number> {
  const { ms } = await timed(async () =>
    inParallel(runsForSpeed, 2, async () => {
      await using box = await takeBox(sandbox);
      await runOne(box, program);
    }),
  );
  return runsForSpeed / (ms / 1000);
}
