import { countVisit, type X402Step } from "../../../parts/store/visits.ts";
import type { X402 } from "../../../parts/x402/x402.ts";
import type { Parts } from "../../parts.ts";

/** The parts of a deployment that sells single calls. */
export type Selling = Parts & Readonly<{ x402: X402 }>;

/** Counts the outcome of a call: for this process at once, and in the funnel. */
export function countStep(parts: Selling, step: X402Step, origin: string): void {
  parts.x402.count(step);
  void countVisit(parts, `x402:${step}`, origin);
}
