import type { Job } from "../../../engine/job.ts";
import { countVisit, type X402Step } from "../../../parts/store/visits.ts";
import type { Payment } from "../../../parts/x402/read-payment.ts";
import type { X402 } from "../../../parts/x402/x402.ts";
import type { Parts } from "../../parts.ts";
import type { PaidResource } from "../method.ts";

/** The parts of a deployment that sells single calls. */
export type Selling = Parts & Readonly<{ x402: X402 }>;

/** A job, and the payment that was sent for it. */
export type PaidCall = Readonly<{
  job: Job;
  /** Equal for equal jobs, whichever entrance they come through. */
  request: string;
  payment: Payment;
  resource: PaidResource;
  origin: string;
  /** A fingerprint of the address it came from. */
  address: string;
}>;

/** Counts the outcome of a call: for this process at once, and in the funnel. */
export function countStep(parts: Selling, step: X402Step, origin: string): void {
  parts.x402.count(step);
  void countVisit(parts, `x402:${step}`, origin);
}
