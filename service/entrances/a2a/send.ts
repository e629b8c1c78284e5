import { randomUUID } from "node:crypto";
import type { SendMessageRequest, Task } from "@a2a-js/sdk";
import { TaskNotFoundError } from "@a2a-js/sdk/errors";
import { digestOf } from "../../work/job-digest.ts";
import { statedOrigin } from "../../caller/origin.ts";
import { handle, type Answer } from "../../handle.ts";
import { x402MessageResource } from "../x402/x402-resources.ts";
import type { ListedTask } from "../../tasks/task-list.ts";
import { direct } from "../../../parts/store/visits.ts";
import type { Parts } from "../../parts.ts";
import type { UnpaidTask } from "../../answers.ts";
import { findTask, findUnpaid, type Visit } from "./tasks/find-task.ts";
import { isActivated } from "./card/extension.ts";
import { isRecordable, toUnpaidTask, type WantedTask } from "./pay.ts";
import { readPaying, type Paying } from "./payment-metadata.ts";
import { findBody, readBody, readSubmission, type AskedMessage } from "./submission.ts";
import { isUnpaidId, toTaskId } from "./tasks/task-id.ts";
import { toReport, toTask } from "./tasks/task.ts";
import { finished, finishForKey, rejectTask, requireContext } from "./tasks/unpaid-task.ts";

/** The verdict as a task; a call that nothing paid for waits for its payment, where the caller can be told the price. */
export async function send(parts: Parts, visit: Visit, sent: SendMessageRequest): Promise<Task> {
  const asked = readSubmission(sent);
  const paying = parts.x402 ? readPaying(asked.metadata) : {};
  if (paying.isRejected) return rejectTask(parts, visit, asked);
  const wanted = await readWanted(parts, visit, asked, paying);
  const answer = await callHandle(parts, visit, wanted, paying);
  if (answer.outcome === "refused") throw answer.fault;
  const job = answer.job!;
  if (answer.outcome === "unpaid" || answer.receipt)
    return toUnpaidTask(parts, visit, { ...wanted, job }, paying, answer);
  if (wanted.task) return finishForKey(parts, visit, { ...wanted.task, job }, answer.verdict);
  const named = {
    digest: digestOf(job),
    atMs: parts.clock.now(),
    contextId: wanted.contextId || randomUUID(),
  };
  const task = { id: toTaskId(named), contextId: named.contextId, atMs: named.atMs };
  await noteTask(parts, visit, task);
  return toTask(task, [toReport(answer.verdict, visit.incoming.requestId)]);
}

/** An answer that is paid for is given even where it cannot be listed. */
async function noteTask({ tasks, log }: Parts, { caller, incoming }: Visit, task: ListedTask): Promise<void> {
  await tasks.note(caller!.account, task).catch((error: unknown) => {
    log.warn("a task is not listed", { requestId: incoming.requestId, cause: String(error) });
  });
}

async function callHandle(
  parts: Parts,
  { incoming, response }: Visit,
  wanted: WantedTask,
  { payment }: Paying,
): Promise<Answer> {
  const { credential, signal } = incoming;
  response.answer = await handle(parts, {
    credential,
    entrance: "a2a",
    origin: statedOrigin(incoming) ?? direct,
    mayRecord: isRecordable(incoming, wanted),
    readBody: async () => wanted.body,
    offer: {
      payment,
      resource: (mode) => x402MessageResource(parts.config, mode),
      asks: isActivated(parts, incoming),
      // Its payment comes back for the answer; no key pays for that again.
      isAlone: wanted.task?.state === "completed",
    },
    signal,
  });
  return response.answer;
}

async function readWanted(
  parts: Parts,
  visit: Visit,
  asked: AskedMessage,
  paying: Paying,
): Promise<WantedTask> {
  const { taskId, contextId } = asked;
  if (taskId === "") return { body: readBody(asked), contextId };
  const task = await findUnpaid(parts, taskId);
  const hasPayment = paying.payment !== undefined;
  if (task) return continueTask(task, asked, hasPayment);
  const repeated = findBody(asked);
  // The task may be deleted; nothing but the code is missing then.
  if (hasPayment && isUnpaidId(taskId) && repeated !== undefined)
    return { body: repeated, taskId, contextId };
  if (hasPayment && !visit.caller) throw forgotten();
  readBody(asked);
  return refuseToContinue(parts, visit, asked);
}

/** A payment may be sent twice: who lost the answer has it again. Anything else comes too late for a finished task. */
function continueTask(task: UnpaidTask, asked: AskedMessage, hasPayment: boolean): WantedTask {
  requireContext(asked, task);
  const wasPaid = hasPayment && task.receipts.some(({ success }) => success);
  if (task.state === "canceled" || (task.state === "completed" && !wasPaid)) throw finished();
  return { body: findBody(asked) ?? task.job, taskId: task.id, contextId: task.contextId, task };
}

async function refuseToContinue(parts: Parts, visit: Visit, asked: AskedMessage): Promise<never> {
  requireContext(asked, await findTask(parts, visit, asked.taskId));
  throw finished();
}

function forgotten(): TaskNotFoundError {
  return new TaskNotFoundError(
    "No task with that id is stored here. Send the request again as a data part with the same payment.",
  );
}
