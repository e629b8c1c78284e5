import type { EntryState } from "../../parts/store/journal.ts";
import type { PartName } from "../state/availability.ts";
import { fetchRequest } from "./fetch.ts";
import { fetchValidation } from "./fetch-validation.ts";
import { judgeTask } from "./judge.ts";
import { publishDocument } from "./publish.ts";
import { settleDelivery } from "./settle.ts";
import { settleResponse } from "./settle-response.ts";
import type { Step } from "./step.ts";

export type Stage = Readonly<{
  from: EntryState;
  name: string;
  maxConcurrent: number;
  step: Step;
  /** The part of ours that may have caused a failure of the step. */
  needs: PartName;
}>;

/**
 * The step of each state, and for how many requests it runs at once: slow requests delay neither others in their state
 * nor other states. Published requests are delivered in batches, by `agent/sending/send.ts`.
 */
export const steps: readonly Stage[] = [
  {
    from: "seen",
    name: "fetch",
    maxConcurrent: 64,
    step: byOrigin(fetchRequest, fetchValidation),
    needs: "ipfs",
  },
  { from: "fetched", name: "judge", maxConcurrent: 64, step: judgeTask, needs: "service" },
  { from: "judged", name: "publish", maxConcurrent: 64, step: publishDocument, needs: "ipfs" },
  {
    from: "delivered",
    name: "settle",
    maxConcurrent: 64,
    step: byOrigin(settleDelivery, settleResponse),
    needs: "ipfs",
  },
];

/** A validation is requested and answered in another contract; the other steps are the same. */
function byOrigin(ofRequest: Step, ofValidation: Step): Step {
  return async (parts, subject) => (subject.request.validation ? ofValidation : ofRequest)(parts, subject);
}
