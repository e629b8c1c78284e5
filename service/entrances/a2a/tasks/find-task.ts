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

/** What the SDK's reply cannot carry from its handlers to `dispatch`. */
export type CallResponse = {
  /** The answer of `handle`, if it was called. */
  answer?: Answer;
  /** An error that is not one of the protocol's. */
  thrown?: unknown;
};

/** One request and its caller; undefined where a call without a key can be paid by itself. */
export type Visit = Readonly<{ caller: Caller | undefined; incoming: Incoming; response: CallResponse }>;

export async function findTask(parts: Parts, visit: Visit, id: string): Promise<Task> {
  if (typeof id !== "string" || id.trim() === "") throw new RequestMalformedError("`id` is missing.");
  const unpaid = await findUnpaid(parts, id);
  const task = unpaid ? toPaidTask(unpaid, visit.incoming.requestId) : await loadTask(parts, visit, id);
  if (task) return task;
  throw new TaskNotFoundError("This key has no task with that id. Tasks are kept for at most ten minutes.");
}

/** Unpaid tasks have ids of their own form, so other ids need no lookup. */
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
