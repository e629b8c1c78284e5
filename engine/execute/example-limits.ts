import type { Examination } from "./protocol.ts";
import type { BoxSession } from "./session.ts";

type Limits = Pick<Examination, "wall_ms"> & Readonly<{ cpu_ms: number }>;

/** By the clock so many times as much, up to a part of what is left that leaves time for the rest of the call. */
const patience = 4;
const maxShareOfRest = 0.6;

/**
 * What a share of the caller's time is for one run of examples. It is counted in processor time, which says the same of
 * a program on a busy machine; the clock behind it is for a program that sleeps or waits.
 */
export function limitsOf(
  { budgetMs, leftMs }: Pick<BoxSession, "budgetMs" | "leftMs">,
  share: number,
): Limits {
  return atMost(budgetMs * share, leftMs() * Math.min(maxShareOfRest, share * patience));
}

/** So much processor time, and by the clock at least as much. */
export function atMost(cpuMs: number, wallMs: number): Limits {
  const cpu_ms = Math.max(1, Math.round(cpuMs));
  return { cpu_ms, wall_ms: Math.max(cpu_ms, Math.round(wallMs)) };
}

/** How a run came to its end that was stopped: by which of its limits. */
export function stoppedBy(limits: Limits, usedMs: number): string {
  const byProcessor = usedMs >= limits.cpu_ms;
  const seconds = byProcessor ? limits.cpu_ms / 1000 : Number((limits.wall_ms / 1000).toPrecision(2));
  return `the program had not answered after ${seconds} seconds${byProcessor ? " of processor time" : ""}`;
}
