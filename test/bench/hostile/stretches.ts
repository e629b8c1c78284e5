import { readFileSync } from "node:fs";
import { quantile } from "../numbers.ts";
import type { HonestReport } from "./honest.ts";

/** Where the machine's host gives more of the processors to others, every time is long, attack or not. */
const maxStolen = 0.01;

export type Stretch = Readonly<{ p99Ms: number; stolen: number; isCounted: boolean }>;

/** What the honest caller saw in several stretches of time that belong together. */
export type Stretches = Readonly<{
  /** Its times count only where the host left the processors to this machine; its answers always do. */
  add(work: () => Promise<HonestReport>): Promise<Stretch>;
  calls(): number;
  countedCalls(): number;
  wrong(): number;
  /** Not a number where no stretch counts. */
  ms(part: number): number;
}>;

export function createStretches(): Stretches {
  const times: number[] = [];
  let calls = 0;
  let wrong = 0;
  return {
    add: async (work) => {
      const before = readTicks();
      const report = await work();
      const after = readTicks();
      const stolen = (after.stolen - before.stolen) / (after.all - before.all);
      const isCounted = stolen <= maxStolen;
      if (isCounted) for (const ms of report.times) times.push(ms);
      calls += report.times.length;
      wrong += report.wrong;
      return { p99Ms: quantile(report.times, 0.99), stolen, isCounted };
    },
    calls: () => calls,
    countedCalls: () => times.length,
    wrong: () => wrong,
    ms: (part) => (times.length === 0 ? Number.NaN : quantile(times, part)),
  };
}

/** User, nice, system, idle, waiting for disks, interrupts of two kinds, stolen: Linux counts them since its start. */
function readTicks(): { stolen: number; all: number } {
  const fields = readFileSync("/proc/stat", "latin1").split("\n")[0]!.split(/\s+/).slice(1, 9).map(Number);
  return { stolen: fields[7] ?? 0, all: fields.reduce((sum, each) => sum + each, 0) };
}
