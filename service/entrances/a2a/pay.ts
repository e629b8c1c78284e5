import { randomUUID } from "node:crypto";
import type { Task } from "@a2a-js/sdk";
import { statedOrigin } from "../../caller/origin.ts";
import { readJob } from "../../work/read-job.ts";
import { mayRecord } from "../../work/recording.ts";
import { handlePaid } from "../../payment/x402/paid-call.ts";
import { canBePaidAlone } from "../../payment/x402/payable.ts";
import type { Fault } from "../../../parts/faults.ts";
import { direct } from "../../../parts/store/visits.ts";
import type { Receipt } from "../../../parts/x402/x402.ts";
import type { PaidAnswer, UnpaidTask } from "../../answers.ts";
import type { Parts } from "../../parts.ts";
import { toPaymentRequired } from "../x402/payment-required.ts";
import type { Incoming } from "../http/route.ts";
import { x402MessageResource } from "../x402/x402-resources.ts";
import { isActivated } from "./card/extension.ts";
import type { Visit } from "./tasks/find-task.ts";
import { askingFor, failedOn, paidWith, type Paying } from "./payment-metadata.ts";
import { keepTask } from "./tasks/unpaid-task.ts";

/** Whether what nobody's key covers is paid by the message, or may be asked a payment for. A key must be a good one. */
export function canBePaid(parts: Parts, { incoming }: Visit, { payment }: Paying, fault: Fault): boolean {
  const isSpokenOf = payment !== undefined || isActivated(parts, incoming);
  return isSpokenOf && canBePaidAlone(parts, incoming.credential, fault);
}

/** What is asked for; where it continues a task, that one's id, and the task itself where it is remembered. */
export type WantedTask = Readonly<{ body: unknown; taskId?: string; contextId: string; task?: UnpaidTask }>;

/** Who asked that nothing be kept need not say so again when paying. */
export function isRecordable(incoming: Incoming, { task }: WantedTask): boolean {
  return mayRecord(incoming) && (task?.mayRecord ?? true);
}

/** Serves a task that its payment pays for, or tells what it costs, and why a payment was not good. */
export async function payForTask(
  parts: Parts,
  visit: Visit,
  wanted: WantedTask,
  paying: Paying,
): Promise<Task> {
  const { incoming, slip } = visit;
  const job = readJob(parts, wanted.body);
  const paid = await handlePaid(parts, {
    mode: job.mode,
    body: job,
    payment: paying.payment,
    resource: x402MessageResource(parts.config, job.mode),
    entrance: "a2a",
    origin: statedOrigin(incoming) ?? direct,
    mayRecord: isRecordable(incoming, wanted),
    address: incoming.credential.address,
    signal: incoming.signal,
  });
  const quota = slip.answer?.quota;
  slip.answer = paid.outcome === "served" ? { ...paid, quota } : { fault: paid.fault, quota };
  if (paid.outcome === "refused") throw paid.fault;
  const receipts = withReceipt(wanted.task?.receipts ?? [], paid.receipt);
  const change =
    paid.outcome === "served" ? served(paid, receipts) : unpaid(parts, visit, paid, { ...paying, receipts });
  return keepTask(parts, visit, {
    id: wanted.taskId ?? randomUUID(),
    contextId: wanted.contextId || randomUUID(),
    mayRecord: isRecordable(incoming, wanted),
    job,
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

function served({ verdict }: Extract<PaidAnswer, { outcome: "served" }>, receipts: readonly Receipt[]) {
  const told = { text: "The payment was accepted. The report is the verdict.", metadata: paidWith(receipts) };
  return { state: "completed", told, verdict } as const;
}

function unpaid(
  { config }: Parts,
  { incoming }: Visit,
  paid: Extract<PaidAnswer, { outcome: "unpaid" }>,
  { payment, receipts }: { payment?: unknown; receipts: readonly Receipt[] },
) {
  const { fault, challenge } = paid;
  const asked = toPaymentRequired(config, paid, incoming.requestId);
  const metadata =
    payment === undefined ? askingFor(asked) : failedOn(asked, { challenge, payment, receipts });
  return { state: "input required", told: { text: fault.message, metadata }, verdict: undefined } as const;
}
