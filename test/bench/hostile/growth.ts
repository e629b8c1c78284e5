import { heavyJobs, type HeavyJob } from "../../support/heavy-jobs.ts";
import type { Row } from "../row.ts";
import { post, type Target } from "./attack.ts";

/** How long a job of half the greatest size takes, and one of twice that: linear work takes twice as long. */
export type Growth = Readonly<{ name: string; halfMs: number; wholeMs: number }>;

const rounds = 3;
/** Shorter ones are the costs of any call. */
const minMs = 400;
/** Twice, and what garbage and cold caches add to large texts. */
const maxFactor = 2.8;

/** Each heavy job alone, at half and at full size in turns; the quickest of the rounds counts. */
export async function measureGrowth(target: Target): Promise<Growth[]> {
  const grown: Growth[] = [];
  for (const [name, jobOf] of Object.entries(heavyJobs)) {
    let [halfMs, wholeMs] = [Infinity, Infinity];
    for (let round = 0; round < rounds; round += 1) {
      halfMs = Math.min(halfMs, await timeOf(target, jobOf(0.5), round));
      wholeMs = Math.min(wholeMs, await timeOf(target, jobOf(1), round));
    }
    grown.push({ name, halfMs, wholeMs });
  }
  return grown;
}

/** Another text each time, so that no answer is remembered. */
async function timeOf(target: Target, job: HeavyJob, round: number): Promise<number> {
  const body = JSON.stringify({ ...job, code: `${job.code}# ${round}\n` });
  const startedAt = performance.now();
  const { status, text } = await post(target, "/v1/validate", body);
  if (status !== 200) throw new Error(`a heavy job was refused: ${text}`);
  return performance.now() - startedAt;
}

export function brokenGrowth(grown: readonly Growth[]): string[] {
  return grown
    .filter(({ halfMs, wholeMs }) => wholeMs > minMs && wholeMs / halfMs > maxFactor)
    .map(
      ({ name, halfMs, wholeMs }) =>
        `${name}: twice the size took ${(wholeMs / halfMs).toFixed(1)} times as long (${halfMs.toFixed(0)} and ${wholeMs.toFixed(0)} ms)`,
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
