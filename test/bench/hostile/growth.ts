import { heavyJobs, type HeavyJob } from "../../support/heavy-jobs.ts";
import { watchProcessorTime } from "../processor-time.ts";
import type { Row } from "../row.ts";
import { post, type Target } from "./attack.ts";

/** Processor time of a job of half the greatest size, and of one of twice that: linear work takes twice as much. */
export type Growth = Readonly<{ name: string; halfMs: number; wholeMs: number }>;

const rounds = 3;
/** Shorter ones are the costs of any call. */
const minMs = 400;
/** Twice, and what garbage and cold caches add to large texts. */
const maxFactor = 2.8;
/** What a process used after the last look is lost when it ends. */
const looksEveryMs = 20;

/** Each heavy job alone, at half and at full size in turns; the least of the rounds counts. */
export async function measureGrowth(target: Target, service: number): Promise<Growth[]> {
  const time = watchProcessorTime(service);
  const processorMs = (): number => {
    time.look();
    return [...time.used().values()].reduce((sum, ms) => sum + ms, 0);
  };
  const looking = setInterval(() => time.look(), looksEveryMs);
  using _ = { [Symbol.dispose]: () => clearInterval(looking) };
  const grown: Growth[] = [];
  for (const [name, jobOf] of Object.entries(heavyJobs)) {
    let [halfMs, wholeMs] = [Infinity, Infinity];
    for (let round = 0; round < rounds; round += 1) {
      for (const share of [0.5, 1]) {
        const startedAt = processorMs();
        await doJob(target, jobOf(share), round);
        const usedMs = processorMs() - startedAt;
        if (share === 1) wholeMs = Math.min(wholeMs, usedMs);
        else halfMs = Math.min(halfMs, usedMs);
      }
    }
    console.error(`  ${name}: ${halfMs.toFixed(0)} ms, twice the size ${wholeMs.toFixed(0)} ms`);
    grown.push({ name, halfMs, wholeMs });
  }
  return grown;
}

/** Another text each time, so that no answer is remembered. */
async function doJob(target: Target, job: HeavyJob, round: number): Promise<void> {
  const body = JSON.stringify({ ...job, code: `${job.code}# ${round}\n` });
  const { status, text } = await post(target, "/v1/validate", body);
  if (status !== 200) throw new Error(`a heavy job was refused: ${text}`);
}

export function brokenGrowth(grown: readonly Growth[]): string[] {
  return grown
    .filter(({ halfMs, wholeMs }) => wholeMs > minMs && wholeMs / halfMs > maxFactor)
    .map(
      ({ name, halfMs, wholeMs }) =>
        `${name}: twice the size took ${(wholeMs / halfMs).toFixed(1)} times as much processor time (${halfMs.toFixed(0)} and ${wholeMs.toFixed(0)} ms)`,
    );
}

export function growthRows(grown: readonly Growth[]): Row[] {
  const slowest = grown.toSorted((a, b) => b.wholeMs - a.wholeMs)[0]!;
  const steepest = grown
    .filter(({ wholeMs }) => wholeMs > minMs)
    .toSorted((a, b) => b.wholeMs / b.halfMs - a.wholeMs / a.halfMs)[0]!;
  return [
    { what: "heavy jobs, each at half and at full size", value: grown.length, unit: "" },
    { what: `the slowest: ${slowest.name}`, value: slowest.wholeMs, unit: "ms" },
    {
      what: `twice the size, steepest: ${steepest.name}`,
      value: steepest.wholeMs / steepest.halfMs,
      unit: "times",
    },
  ];
}
