import type { Job, Mode } from "../../../engine/job.ts";
import type { UnpaidCall } from "../../answers.ts";
import { requireMode, requireServed } from "../../work/judging.ts";
import type { PaymentOffer } from "../method.ts";
import { challenge } from "./challenge.ts";
import { countStep, type Selling } from "./selling.ts";

type Asked = Readonly<{ offer: PaymentOffer; mode: Mode; job?: Job; origin: string }>;

/** The price, for a caller who sent no payment; `job` where the request is known. */
export async function askForPayment(
  parts: Selling,
  { offer, mode, job, origin }: Asked,
): Promise<UnpaidCall> {
  if (job) requireServed(parts, job);
  else requireMode(parts, mode);
  const why = offer.hint === undefined ? {} : { message: offer.hint };
  const unpaid = await challenge(parts, { mode, resource: offer.resource(mode), job }, why);
  countStep(parts, "challenged", origin);
  return unpaid;
}
