import type { Task } from "@a2a-js/sdk";
import { RequestMalformedError, TaskNotFoundError } from "@a2a-js/sdk/errors";
import type { Caller } from "../../../caller/identify.ts";
import { recall } from "../../../payment/recall.ts";
import type { UnpaidTask } from "../../../answers.ts";
import type { Answer } from "../../../handle.ts";
import type { Parts } from "../../../parts.ts";
import type { Incoming } from "../../http/route.ts";
import { isUnpaidId, readTaskId } from "./task-id.ts";
import { toPaidTask, toReport, toTask } from "./task.ts";

/** What the protocol's own answer cannot carry. */
export type Slip = {
  /** The road's answer, where it was walked. */
  answer?: Answer;
  /** What was thrown that is no error of the protocol. */
  thrown?: unknown;
};

/** One request, and who sent it; nobody who is known, where it can be paid by itself. */
export type Visit = Readonly<{ caller: Caller | undefined; incoming: Incoming; slip: Slip }>;

export async function findTask(parts: Parts, visit: Visit, id: string): Promise<Task> {
  if (typeof id !== "string" || id.trim() === "") throw new RequestMalformedError("`id` is missing.");
  const unpaid = await findUnpaid(parts, id);
  const task = unpaid ? toPaidTask(unpaid, visit.incoming.requestId) : await loadTask(parts, visit, id);
  if (task) return task;
  throw new TaskNotFoundError("This key has no task with that id. Tasks are kept for at most ten minutes.");
}

/** Their ids are told from all others, which need not be looked for. */
export async function findUnpaid({ unpaidTasks }: Parts, id: unknown): Promise<UnpaidTask | undefined> {
  return isUnpaidId(id) ? unpaidTasks.find(id) : undefined;
}

export async function loadTask(
  parts: Parts,
  { caller, incoming }: Visit,
  id: string,
): Promise<Task | undefined> {
  const named = readTaskId(id);
  const verdict = named && caller && (await recall(parts, caller, named.digest));
  return verdict && toTask({ id, ...named }, [toReport(verdict, incoming.requestId)]);
}
