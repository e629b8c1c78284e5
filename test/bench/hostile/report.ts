import type { Row } from "../row.ts";
import type { AttackReport } from "./attackers-process.ts";
import { brokenGrowth, growthRows, type Growth } from "./growth.ts";
import type { Stretches } from "./stretches.ts";

/** What happened in one plan of attacks: what came of them, and the service's memory after each part. */
export type PlanOutcome = Readonly<{ report: AttackReport; memoryMb: readonly number[] }>;

export type HostileOutcome = Readonly<{
  quiet: Stretches;
  attacked: Stretches;
  /** Also those of calls whose times are not asked for. */
  wrongAnswers: number;
  /** The 99th percentile of the worst part whose times count. */
  loopDelayMs: number;
  /** The most that the main thread has worked without a pause, in its own processor time. */
  maxWorkedMs: number;
  /** What was too long only once, and not when the same inputs were sent again; 0 where nothing was. */
  maxOnceMs: number;
  /** Parts behind which it worked long while the host took the processors away, also when their inputs were sent again. */
  unmeasuredParts: number;
  memoryBeforeMb: number;
  growth: readonly Growth[];
  plans: readonly PlanOutcome[];
}>;

/** Fewer calls tell nothing of the slowest hundredth. */
const minCounted = 2000;
const maxSlowdown = 3;
export const maxPauselessMs = 50;
const maxUnmeasuredParts = 2;
/** What the first plan has warmed, the others do not warm again: more than this is a leak. */
const maxGrowth = 1.05;

/** The promises that were broken. */
export function findBroken(outcome: HostileOutcome): string[] {
  const { quiet, attacked, wrongAnswers, plans } = outcome;
  const broken = plans.flatMap(({ report }) => brokenIn(report));
  broken.push(...brokenGrowth(outcome.growth));
  if (wrongAnswers > 0) broken.push(`${wrongAnswers} honest answers were wrong`);
  if (outcome.maxWorkedMs > maxPauselessMs)
    broken.push(`the main thread worked ${outcome.maxWorkedMs.toFixed(0)} ms without a pause`);
  if (outcome.unmeasuredParts > maxUnmeasuredParts)
    broken.push(
      "the machine's host was too busy to tell how long the main thread worked: run it again later",
    );
  const slowdown = slowdownOf(outcome);
  if (Math.min(quiet.countedCalls(), attacked.countedCalls()) < minCounted)
    broken.push("the machine's host was too busy for the times to count: run it again later");
  else if (slowdown > maxSlowdown) broken.push(`honest answers took ${slowdown.toFixed(1)} times as long`);
  const [first, ...later] = plans.map(peakMb);
  if (later.some((peak) => peak > first! * maxGrowth)) broken.push("memory grows from plan to plan");
  return broken;
}

function brokenIn({ wrong, judged, paymentServed }: AttackReport): string[] {
  const broken = Object.entries(wrong).map(([told, count]) => `${told} (${count} times)`);
  // Refusing everything would keep every promise: what is not looked at proves nothing.
  if ((judged.docstring ?? 0) === 0) broken.push("no forging program was judged");
  if (paymentServed !== 1) broken.push(`one payment bought ${paymentServed} calls`);
  return broken;
}

export function hostileRows(outcome: HostileOutcome): Row[] {
  const { quiet, attacked, wrongAnswers, loopDelayMs, maxWorkedMs, maxOnceMs, memoryBeforeMb, plans } =
    outcome;
  return [
    { what: "honest calls: quiet", value: quiet.calls(), unit: "" },
    { what: "honest calls: quiet, whose times count", value: quiet.countedCalls(), unit: "" },
    { what: "honest calls: attacked", value: attacked.calls(), unit: "" },
    { what: "honest calls: attacked, whose times count", value: attacked.countedCalls(), unit: "" },
    { what: "honest answers that were wrong", value: wrongAnswers, unit: "" },
    { what: "honest caller, quiet: median", value: quiet.ms(0.5), unit: "ms" },
    { what: "honest caller, quiet: 99th percentile", value: quiet.ms(0.99), unit: "ms" },
    { what: "honest caller, attacked: median", value: attacked.ms(0.5), unit: "ms" },
    { what: "honest caller, attacked: 99th percentile", value: attacked.ms(0.99), unit: "ms" },
    { what: "99th percentiles, attacked ÷ quiet", value: slowdownOf(outcome), unit: "times" },
    { what: "event-loop delay, 99th percentile, worst part that counts", value: loopDelayMs, unit: "ms" },
    { what: "main thread: longest work without a pause", value: maxWorkedMs, unit: "ms" },
    { what: "the same, where the inputs sent again did not repeat it", value: maxOnceMs, unit: "ms" },
    { what: "parts in which the host was too busy to tell", value: outcome.unmeasuredParts, unit: "" },
    { what: "memory before", value: memoryBeforeMb, unit: "MB" },
    ...growthRows(outcome.growth),
    ...plans.flatMap((plan, n) => planRows(plan, `plan ${n + 1}`)),
  ];
}

function planRows(plan: PlanOutcome, name: string): Row[] {
  const { report, memoryMb } = plan;
  return [
    { what: `${name}: memory after its first part`, value: memoryMb[0]!, unit: "MB" },
    { what: `${name}: memory after its last part`, value: memoryMb.at(-1)!, unit: "MB" },
    { what: `${name}: memory at its peak`, value: peakMb(plan), unit: "MB" },
    ...Object.entries(report.judged).map(([kind, value]) => ({
      what: `${name}: answered, not refused: ${kind}`,
      value,
      unit: "",
    })),
    {
      what: `${name}: different calls that one payment bought`,
      value: report.paymentServed,
      unit: "",
    },
  ];
}

function slowdownOf({ quiet, attacked }: HostileOutcome): number {
  return attacked.ms(0.99) / quiet.ms(0.99);
}

function peakMb({ memoryMb }: PlanOutcome): number {
  return Math.max(...memoryMb);
}
