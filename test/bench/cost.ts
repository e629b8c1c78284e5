import { measureBareTools } from "./bare-tools.ts";
import { inParallel } from "./numbers.ts";
import { stageNames, watchProcessorTime } from "./processor-time.ts";
import type { Row } from "./row.ts";
import { distinctProgram, sample } from "./distinct-programs.ts";
import { startService } from "./service-process.ts";

/** Until V8 has compiled what runs often, and each mypy process was replaced once. */
const warmUp = 1500;
const atOnce = 8;
const looksAt = 10;

/**
 * What one static verdict costs in processor time, by stage: what else the machine does, this client included, is not in
 * it. Beside it, what the tools take alone. Then memory, and how late the event loop is at full load.
 */
export async function measureCost(checks: number): Promise<Row[]> {
  await using service = await startService();
  const time = watchProcessorTime(service.pid);
  let errors = 0;
  const work = async (count: number, names: string): Promise<void> =>
    inParallel(count, atOnce, async (index) => {
      const { status, valid } = await service.validate(distinctProgram(`${names}${index}`));
      if (status !== 200 || !valid) errors += 1;
      if (index % looksAt === 0) time.look();
    });

  await work(Math.min(warmUp, checks), "W");
  time.look();
  const before = time.used();
  await service.loopDelayMs();
  const memory: Row[] = [];
  let delayMs = 0;
  let bareMs = 0;
  for (const part of [1, 2, 3, 4]) {
    await work(checks / 4, `P${part}N`);
    delayMs = Math.max(delayMs, await service.loopDelayMs());
    const what = `memory after ${Math.round((checks * part) / 4)} checks, service and workers`;
    memory.push({ what, value: service.memoryMb(), unit: "MB" });
    // Between the parts, so that the machine is as quick for these as for the service.
    const { mypy, ruff, compiler } = await measureBareTools();
    bareMs += (mypy + ruff + compiler) / 4;
  }
  time.look();
  const after = time.used();

  const stages = stageNames.map((stage) => (after.get(stage)! - before.get(stage)!) / checks);
  const total = stages.reduce((sum, ms) => sum + ms, 0);
  return [
    ...stageNames.map((what, at) => ({ what, value: stages[at]!, unit: "ms" })),
    {
      what: `processor time of one static verdict, ${sample.split("\n").length - 1} lines`,
      value: total,
      unit: "ms",
    },
    { what: "warm mypy, ruff and CPython's compiler alone on the same texts", value: bareMs, unit: "ms" },
    { what: "the verdict ÷ these three", value: total / bareMs, unit: "times" },
    { what: "verdicts a second that one core has time for", value: 1000 / total, unit: "/s" },
    ...memory,
    { what: "event-loop delay at full load, 99th percentile", value: delayMs, unit: "ms" },
    { what: "errors in all of this", value: errors, unit: "" },
  ];
}
