import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { inParallel, quantile, timed } from "./numbers.ts";
import type { Row } from "./row.ts";
import { startService } from "./service-process.ts";

const checks = 2000;
const callers = 200;
const sample = readFileSync(new URL("./sample.py", import.meta.url), "utf8");

/** Many distinct checks in a row: how many a second, and whether memory grows; then 200 callers at once. */
export async function measureLoad(): Promise<Row[]> {
  await using service = await startService();
  const memory: number[] = [];
  let errors = 0;
  const check = async (name: string): Promise<number> => {
    const { ms, result } = await timed(async () => service.validate(`${sample}\nNAME = "${name}"\n`));
    if (result.status !== 200) errors += 1;
    return ms;
  };

  const { ms } = await timed(async () =>
    inParallel(checks, 8, async (index) => {
      await check(`load ${index}`);
      if ((index + 1) % 500 === 0) memory.push(service.memoryMb());
    }),
  );
  const waits = await Promise.all(
    Array.from({ length: callers }, async (_, index) => check(`caller ${index}`)),
  );

  const perSecond = (checks / ms) * 1000;
  return [
    { what: `checks a second, ${checks} distinct texts, 8 at a time`, value: perSecond, unit: "/s" },
    {
      what: "the same for each processor (the client's share included)",
      value: perSecond / availableParallelism(),
      unit: "/s",
    },
    ...memory.map((value, at) => ({
      what: `memory after ${(at + 1) * 500} checks, service and workers`,
      value,
      unit: "MB",
    })),
    { what: `${callers} callers at once: median wait`, value: quantile(waits, 0.5), unit: "ms" },
    { what: `${callers} callers at once: 99th percentile`, value: quantile(waits, 0.99), unit: "ms" },
    { what: "errors in all of this", value: errors, unit: "" },
  ];
}
