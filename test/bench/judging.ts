import { createEngine } from "../../engine/engine.ts";
import { Job } from "../../engine/job.ts";
import { openWorkers } from "../../engine/tasks/workers.ts";
import { systemClock } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";
import { createPriorities } from "../../platform/threads/priority.ts";
import { createTroubles } from "../../platform/troubles.ts";
import { createMetrics } from "../../service/parts/metrics.ts";
import { openTestTypes } from "../support/engine.ts";
import { askDocker, containersOf, openTestSandbox, requireDocker } from "../support/sandbox.ts";
import { lastingBoxes } from "./forge/lasting-boxes.ts";
import { quantile, timed } from "./numbers.ts";
import type { Row } from "./row.ts";

const rounds = 30;
const warmUp = 5;
const calls = 5000;
const examples = ["assert double(1) == 2", "assert double(21) == 42", 'assert double("a") == "aa"'].join(
  "\n",
);
const manyCalls = `for n in range(${calls}):\n    double(n)\nassert double(1) == 2\n`;

/** What it costs to judge a program by its examples, beside the static check of the same text; boxes are started before. */
export async function measureJudging(): Promise<Row[]> {
  await requireDocker();
  await using opened = new AsyncDisposableStack();
  const log = openLog("silent");
  const metrics = createMetrics();
  const troubles = createTroubles({ log, metrics });
  const types = opened.use(await openTestTypes({ workers: 1 }));
  const workers = opened.use(
    await openWorkers({ threads: 1, limitMs: 20_000, clock: systemClock, troubles }),
  );
  const sandbox = opened.use(await openTestSandbox({ poolSize: 1, log, metrics }));
  const lasting = opened.use(lastingBoxes(sandbox));
  const proposers = {
    run: async () => Promise.resolve([]),
    [Symbol.asyncDispose]: async () => Promise.resolve(),
  };
  const engine = await createEngine({
    workers,
    types,
    clock: systemClock,
    troubles,
    priorities: createPriorities(systemClock),
    service: { name: "assay", version: "0.0.0" },
    execution: { proposers, model: undefined, defaultTimeoutS: 20, sandbox: lasting },
  });
  let texts = 0;
  const judge = async (mode: "static" | "execute", asked?: string): Promise<Cost> => {
    texts += 1;
    const code = `def double(value):\n    return value + value  # ${texts}\n`;
    const job = Job.parse({ code, mode, ...(asked && { options: { examples: asked } }) });
    const [box, own] = [await boxesMs(), process.cpuUsage()];
    const { ms, result } = await timed(async () => engine.judge(job, new AbortController().signal));
    if (!result.verdict.valid) throw new Error(`the engine says ${JSON.stringify(result.verdict)}`);
    const { user, system } = process.cpuUsage(own);
    return { wall: ms, own: (user + system) / 1000, box: (await boxesMs()) - box };
  };

  const [without, three, many]: [Cost[], Cost[], Cost[]] = [[], [], []];
  for (let round = -warmUp; round < rounds; round += 1) {
    const costs = [
      await judge("static"),
      await judge("execute", examples),
      await judge("execute", manyCalls),
    ];
    if (round < 0) continue;
    for (const [at, list] of [without, three, many].entries()) list.push(costs[at]!);
  }
  const median = (costs: readonly Cost[], of: (cost: Cost) => number): number => quantile(costs.map(of), 0.5);
  const outside = median(three, ({ own }) => own) - median(without, ({ own }) => own);
  const inBox = median(three, ({ box }) => box);
  const roundTrip = (median(many, ({ wall }) => wall) - median(three, ({ wall }) => wall)) / calls;
  return [
    { what: "three plain examples, processor time in the box", value: inBox, unit: "ms" },
    { what: "the same outside of it, beyond the static check", value: outside, unit: "ms" },
    { what: "both", value: inBox + outside, unit: "ms" },
    { what: "a call of the program and its answer", value: roundTrip, unit: "ms" },
  ];
}

type Cost = Readonly<{ wall: number; own: number; box: number }>;

/** The processor time that the boxes of this process have used. */
async function boxesMs(): Promise<number> {
  const boxes = await containersOf(process.pid);
  const used = boxes.map(async ({ Id }) => {
    const { body } = await askDocker("GET", `/containers/${Id}/stats?stream=false&one-shot=true`);
    const { cpu_stats: stats } = JSON.parse(body) as { cpu_stats: { cpu_usage: { total_usage: number } } };
    return stats.cpu_usage.total_usage / 1e6;
  });
  return (await Promise.all(used)).reduce((sum, ms) => sum + ms, 0);
}
