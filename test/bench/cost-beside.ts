import { distinctProgram } from "./distinct-programs.ts";
import { inParallel } from "./numbers.ts";
import { stageNames, watchProcessorTime } from "./processor-time.ts";
import { startService } from "./service-process.ts";
import type { Table } from "./table.ts";

const warmUp = 1500;
const atOnce = 8;
const [turns, checksATurn] = [25, 80];
const looksAt = 10;

/**
 * What one static verdict costs in this checkout and in another, both warm, by turns of a second: the machine is as quick for
 * the one as for the other. Differences below 2 % say nothing.
 */
export async function measureCostBeside(checkout: string): Promise<Table> {
  await using here = await startMeasured(".");
  await using beside = await startMeasured(checkout);
  for (const service of [here, beside]) await service.check(warmUp);
  for (const service of [here, beside]) service.begin();
  for (let turn = 0; turn < turns; turn += 1)
    for (const service of [here, beside]) await service.check(checksATurn);

  const rows = [...stageNames, "all of it"].map((stage) => {
    const [now, other] = [here.msOf(stage), beside.msOf(stage)];
    const change = other > 0.05 ? `${((now / other - 1) * 100).toFixed(1)} %` : "";
    return [stage, `${now.toFixed(1)} ms`, `${other.toFixed(1)} ms`, change];
  });
  const seconds = (service: typeof here): string => `${service.perSecond().toFixed(1)} /s`;
  return {
    head: ["", "here", "beside", "change"],
    rows: [...rows, ["verdicts a second, with the client", seconds(here), seconds(beside), ""]],
  };
}

/** A service, and what its checks have used since they were last counted from. */
async function startMeasured(checkout: string) {
  const service = await startService({}, checkout);
  const time = watchProcessorTime(service.pid);
  let [checks, ms, named] = [0, 0, 0];
  let before = time.used();
  return {
    begin: () => {
      time.look();
      before = time.used();
      [checks, ms] = [0, 0];
    },
    check: async (count: number) => {
      const startedAt = performance.now();
      await inParallel(count, atOnce, async (index) => {
        // Never one that was asked before: that would be answered from memory.
        const { status, valid } = await service.validate(distinctProgram(`C${named++}`));
        if (status !== 200 || !valid) throw new Error(`the service of ${checkout} answered ${status}`);
        if (index % looksAt === 0) time.look();
      });
      time.look();
      ms += performance.now() - startedAt;
      checks += count;
    },
    perSecond: () => (checks / ms) * 1000,
    msOf: (stage: string) => {
      const used = time.used();
      const stages = stage === "all of it" ? stageNames : [stage];
      return stages.reduce((sum, each) => sum + used.get(each)! - before.get(each)!, 0) / checks;
    },
    [Symbol.asyncDispose]: async () => service[Symbol.asyncDispose](),
  };
}
