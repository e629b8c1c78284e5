import type { Task } from "@a2a-js/sdk";
import { RequestMalformedError, TaskNotFoundError, UnsupportedOperationError } from "@a2a-js/sdk/errors";
import { fingerprintAddress } from "../../../caller/address.ts";
import type { Verdict } from "../../../../engine/verdict.ts";
import type { Parts } from "../../../parts.ts";
import type { UnpaidTask } from "../../../answers.ts";
import type { Visit } from "./find-task.ts";
import { rejectedAfter } from "../payment-metadata.ts";
import type { AskedMessage } from "../submission.ts";
import { toPaidTask } from "./task.ts";

/** Remembers how a task stands now, and tells of it. What was paid for meanwhile stays so. */
export async function keepTask(
  { clock, unpaidTasks, addressSecret }: Parts,
  { incoming }: Visit,
  change: Omit<UnpaidTask, "atMs">,
): Promise<Task> {
  const task = { ...change, atMs: clock.now() };
  const outcome = await unpaidTasks.put(task, fingerprintAddress(incoming.credential.address, addressSecret));
  if (outcome === "finished") throw finished();
  return toPaidTask(task, incoming.requestId);
}

/** Ends a task that a key has paid for after all. */
export async function finishForKey(
  parts: Parts,
  visit: Visit,
  task: UnpaidTask,
  verdict: Verdict,
): Promise<Task> {
  return keepTask(parts, visit, { ...task, state: "completed", told: undefined, verdict });
}

/** A payer who declines ends the task that is named. */
export async function rejectTask(parts: Parts, visit: Visit, asked: AskedMessage): Promise<Task> {
  if (asked.taskId === "") throw new RequestMalformedError("`message.taskId` must name the unpaid task.");
  const task = await parts.unpaidTasks.find(asked.taskId);
  if (!task) throw new TaskNotFoundError("No task with that id is waiting for a payment.");
  requireContext(asked, task);
  return cancelUnpaid(parts, visit, task);
}

/** The code is not kept any longer. */
export async function cancelUnpaid(parts: Parts, visit: Visit, task: UnpaidTask): Promise<Task> {
  const told = { text: "The task was not paid for.", metadata: rejectedAfter(task.receipts) };
  return keepTask(parts, visit, { ...task, state: "canceled", job: undefined, told });
}

export function requireContext({ contextId }: AskedMessage, task: Readonly<{ contextId: string }>): void {
  if (contextId !== "" && contextId !== task.contextId)
    throw new RequestMalformedError("The task belongs to another contextId.");
}

export function finished(): UnsupportedOperationError {
  return new UnsupportedOperationError("The task is finished; send the message without a taskId.");
}
