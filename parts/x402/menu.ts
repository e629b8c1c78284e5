import type { Item } from "./x402.ts";

/** How long the longest work of each mode takes beside running the program, waiting for a turn included. */
const checkingS: Readonly<Record<string, number>> = { static: 15, repair: 30, execute: 75 };
/** What a settlement may take, and what facilitators want a payment to be good for beyond it. */
const settlingS = 30;
const marginS = 6;
/** What signing, sending and a clock that is behind may use up before a payment arrives. */
const networkS = 60;

/** Seconds that the longest work takes; only mode execute runs anything. */
function workS(mode: string, runS: number): number {
  return (checkingS[mode] ?? 0) + (mode === "execute" ? runS : 0);
}

/** A payment must still be good for this long when the work begins, or it would be for nothing. */
export function budgetS(mode: string, runS: number): number {
  return workS(mode, runS) + settlingS + marginS;
}

/** How long a process that works for a payment and settles it may hold it. */
export function holdS(mode: string, runS: number): number {
  return workS(mode, runS) + 4 * settlingS;
}

export function toItem(mode: string, usd: string, maxRunS: number): Item {
  return { usd, maxTimeoutSeconds: budgetS(mode, maxRunS) + networkS };
}
