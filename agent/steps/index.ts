import type { EntryState } from "../../parts/store/journal.ts";
import type { PartName } from "../state/availability.ts";
import { fetchRequest } from "./fetch.ts";
import { fetchValidation } from "./fetch-validation.ts";
import { judgeTask } from "./judge.ts";
import { publishDocument } from "./publish.ts";
import { settleDelivery } from "./settle.ts";
import { settleResponse } from "./settle-response.ts";
import type { Step } from "./step.ts";

export type Lane = Readonly<{
  from: EntryState;
  name: string;
  places: number;
  step: Step;
  /** The part of ours that its failures may be due to. */
  needs: PartName;
}>;

/**
 * What is done for a request in each state, and for how many at once: slow ones hold up neither the others of their
 * state nor those of another. What is published is delivered several at a time, by `agent/send.ts`.
 */
export const steps: readonly Lane[] = [
  { from: "seen", name: "fetch", places: 64, step: byOrigin(fetchRequest, fetchValidation), needs: "ipfs" },
  { from: "fetched", name: "judge", places: 64, step: judgeTask, needs: "service" },
  { from: "judged", name: "publish", places: 64, step: publishDocument, needs: "ipfs" },
  {
    from: "delivered",
    name: "settle",
    places: 64,
    step: byOrigin(settleDelivery, settleResponse),
    needs: "ipfs",
  },
];

/** A validation is asked for and answered in another contract, and differs only there. */
function byOrigin(ofRequest: Step, ofValidation: Step): Step {
  return async (parts, subject) => (subject.request.validation ? ofValidation : ofRequest)(parts, subject);
}
