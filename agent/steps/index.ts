import type { EntryState } from "../../service/parts/store/journal.ts";
import { fetchRequest } from "./fetch.ts";
import { judgeTask } from "./judge.ts";
import { publishDocument } from "./publish.ts";
import { settleDelivery } from "./settle.ts";
import type { Step } from "./step.ts";

/**
 * What is done for a request in each state, and for how many at once: slow ones hold up neither the others of their
 * state nor those of another. What is published is delivered several at a time, by `agent/send.ts`.
 */
export const steps: readonly Readonly<{ from: EntryState; name: string; places: number; step: Step }>[] = [
  { from: "seen", name: "fetch", places: 32, step: fetchRequest },
  { from: "fetched", name: "judge", places: 32, step: judgeTask },
  { from: "judged", name: "publish", places: 8, step: publishDocument },
  { from: "delivered", name: "settle", places: 8, step: settleDelivery },
];
