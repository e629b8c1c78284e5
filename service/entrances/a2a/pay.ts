import { randomUUID } from "node:crypto";
import type { Task } from "@a2a-js/sdk";
import { mayRecord } from "../../work/recording.ts";
import type { Receipt } from "../../../parts/x402/x402.ts";
import type { Job } from "../../../engine/job.ts";
import type { UnpaidTask } from "../../answers.ts";
import type { Answer } from "../../handle.ts";
import type { Parts } from "../../parts.ts";
import { toPaymentRequired, type UnpaidAnswer } from "../x402/payment-required.ts";
import type { Incoming } from "../http/route.ts";
import type { Visit } from "./tasks/find-task.ts";
import { askingFor, failedOn, paidWith, type Paying } from "./payment-metadata.ts";
import { keepTask } from "./tasks/unpaid-task.ts";

/** What is asked for; where it continues a task, that one's id, and the task itself where it is remembered. */
export type WantedTask = Readonly<{ body: unknown; taskId?: string; contextId: string; task?: UnpaidTask }>;

/** Who asked that nothing be kept need not say so again when paying. */
export function isRecordable(incoming: Incoming, { task }: WantedTask): boolean {
  return mayRecord(incoming) && (task?.mayRecord ?? true);
}

/** A task that its payment paid for, or one that says what it costs, and why a payment was not good. */
export async function toUnpaidTask(
  parts: Parts,
  visit: Visit,
  wanted: WantedTask & Readonly<{ job: Job }>,
  paying: Paying,
  answer: Exclude<Answer, { outcome: "refused" }>,
): Promise<Task> {
  const receipts = withReceipt(wanted.task?.receipts ?? [], answer.receipt);
  const change =
    answer.outcome === "served"
      ? served(answer, receipts)
      : unpaid(parts, visit, answer, { ...paying, receipts });
  return keepTask(parts, visit, {
    id: wanted.taskId ?? randomUUID(),
    contextId: wanted.contextId || randomUUID(),
    mayRecord: isRecordable(visit.incoming, wanted),
    job: wanted.job,
    receipts,
    ...change,
  });
}

/** How many receipts a task goes on telling of; payments that fail when the work is done are rare. */
const maxReceipts = 10;

/** A payment that is sent again has the receipt it had. */
function withReceipt(receipts: readonly Receipt[], receipt: Receipt | undefined): readonly Receipt[] {
  const isKnown = receipts.some(
    ({ success, transaction }) => success && transaction === receipt?.transaction,
  );
  return receipt && !isKnown ? [...receipts, receipt].slice(-maxReceipts) : receipts;
}

function served({ verdict }: Extract<Answer, { outcome: "served" }>, receipts: readonly Receipt[]) {
  const told = { text: "The payment was accepted. The report is the verdict.", metadata: paidWith(receipts) };
  return { state: "completed", told, verdict } as const;
}

function unpaid(
  { config }: Parts,
  { incoming }: Visit,
  paid: UnpaidAnswer,
  { payment, receipts }: { payment?: unknown; receipts: readonly Receipt[] },
) {
  const { fault, challenge } = paid;
  const asked = toPaymentRequired(config, paid, incoming.requestId);
  const metadata =
    payment === undefined ? askingFor(asked) : failedOn(asked, { challenge, payment, receipts });
  return { state: "input required", told: { text: fault.message, metadata }, verdict: undefined } as const;
}
