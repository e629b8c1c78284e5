import type { Job, Mode } from "../../../engine/job.ts";
import type { Report } from "../../../engine/progress.ts";
import type { Entrance } from "../../../parts/proof/receipts/open-receipts.ts";
import type { Payment } from "../../../parts/x402/read-payment.ts";
import type { Discovery } from "../../../parts/x402/discovery.ts";

/** What is sold, as wallets and catalogues show it. */
export type PaidResource = Readonly<{
  url: string;
  description: string;
  discovery: Discovery;
  /** Wallets may sign in there: its headers reach us, as the extension `sign-in-with-x` wants it. */
  canSignIn?: boolean;
}>;

/** What every entrance makes of its own protocol before it asks. */
export type PaidSubmission = Readonly<{
  mode: Mode;
  /** The request as parsed JSON; undefined where none was sent. */
  body: unknown;
  /** The payment as an object, or as the text of a header; undefined where none was sent. */
  payment: unknown;
  resource: PaidResource;
  entrance: Entrance;
  /** Where the caller comes from, as it is counted. */
  origin: string;
  /** The caller lets rejected code be kept, where any is. */
  mayRecord: boolean;
  /** The caller's network address. */
  address: string;
  /** Aborted when the caller hangs up or cancels. */
  signal: AbortSignal;
  /** What an unpaid caller should know beside the price. */
  hint?: string;
  /** Is told how far the work is. */
  report?: Report | undefined;
}>;

/** A job, and the payment that was sent for it. */
export type Order = Readonly<{
  job: Job;
  /** Equal for equal jobs, whichever entrance they come through. */
  request: string;
  payment: Payment;
  resource: PaidResource;
  entrance: Entrance;
  origin: string;
  /** A fingerprint of the address it came from. */
  address: string;
  mayRecord: boolean;
  report?: Report | undefined;
}>;
