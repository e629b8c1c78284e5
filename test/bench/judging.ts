import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { quantile, timed } from "./numbers.ts";
import { watchProcessorTime, type ProcessorTime } from "./processor-time.ts";
import { startService, type ServiceProcess } from "./service-process.ts";
import type { Table } from "./table.ts";

const rounds = 20;
const warmUp = 4;
const calls = 4000;
/** Until the box that was used is replaced, and nothing runs. */
const refillMs = 1500;
/** What all containers of Docker used, also those that have ended, in nanoseconds. */
const boxesPath = "/sys/fs/cgroup/cpuacct/docker/cpuacct.usage";

const plain = ["assert double(1) == 2", "assert double(21) == 42", 'assert double("a") == "aa"'].join("\n");
const many = `for n in range(${calls}):\n    double(n)\nassert double(1) == 2\n`;

/**
 * What an execution with three plain examples costs in this checkout and in another, in turns: the service, the box, and the
 * start of the box that replaces it.
 */
export async function measureJudging(checkout: string | undefined): Promise<Table> {
  const folders = [".", ...(checkout === undefined ? [] : [checkout])];
  await using opened = new AsyncDisposableStack();
  const measured: { service: ServiceProcess; time: ProcessorTime; costs: Cost[]; runs: Cost[] }[] = [];
  for (const folder of folders) {
    const service = opened.use(await startService({ SANDBOX: "docker", ...imageOf(folder) }, folder));
    const time = watchProcessorTime(service.pid);
    measured.push({ service, time, costs: [], runs: [] });
  }
  const roundTrips: number[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const { service, time, costs, runs } of measured) {
      const ask = async (examples?: string) => askOnce(service, `${round}`, examples);
      const [alone, three] = [await cost(time, async () => ask()), await cost(time, async () => ask(plain))];
      if (round < 0) continue;
      runs.push(alone);
      costs.push(three);
      if (service === measured[0]!.service) roundTrips.push(((await ask(many)) - three.wall) / calls);
    }
  }
  const row = (what: string, of: (cost: Cost) => number, kind: "costs" | "runs" = "costs"): string[] => [
    what,
    ...measured.map((each) => `${quantile(each[kind].map(of), 0.5).toFixed(1)} ms`),
  ];
  const besideNothing = measured.slice(1).map(() => "");
  return {
    head: ["execute with three plain examples", "here", ...measured.slice(1).map(() => "beside")],
    rows: [
      row("processor time of the service", ({ service }) => service),
      row("processor time in boxes, with the start of the next one", ({ boxes }) => boxes),
      row("both", both),
      row("both, of an execution without examples", both, "runs"),
      row("until the answer", ({ wall }) => wall),
      [
        "a call of the program and its answer",
        `${quantile(roundTrips, 0.5).toFixed(3)} ms`,
        ...besideNothing,
      ],
    ],
  };
}

/** Each version has programs of its own in its boxes. */
function imageOf(folder: string): { SANDBOX_IMAGE: string } {
  const asked = ["scripts/setup.mjs", "bench", "--", "printenv", "SANDBOX_IMAGE"];
  const { SANDBOX_IMAGE: _, ...env } = process.env;
  const said = execFileSync(process.execPath, asked, { cwd: folder, env, encoding: "utf8" });
  return { SANDBOX_IMAGE: said.trim() };
}

const both = ({ service, boxes }: Cost): number => service + boxes;

async function cost(time: ProcessorTime, work: () => Promise<number>): Promise<Cost> {
  const before = read(time);
  const wall = await work();
  const after = read(time);
  return { wall, service: after.service - before.service, boxes: after.boxes - before.boxes };
}

type Cost = Readonly<{ wall: number; service: number; boxes: number }>;

/** How long one execution takes; when this ends, its box is replaced. */
async function askOnce(service: ServiceProcess, name: string, examples?: string): Promise<number> {
  const code = `def double(value):\n    return value + value  # ${name}\n`;
  const job = { code, mode: "execute", ...(examples !== undefined && { options: { examples } }) };
  const { ms, result } = await timed(async () => service.ask(job));
  if (result.valid !== true) throw new Error(`the service answered ${JSON.stringify(result)}`);
  await new Promise((resolve) => setTimeout(resolve, refillMs));
  return ms;
}

function read(time: ProcessorTime): { service: number; boxes: number } {
  time.look();
  const service = [...time.used().values()].reduce((sum, ms) => sum + ms, 0);
  return { service, boxes: Number(readFileSync(boxesPath, "utf8")) / 1e6 };
}
