import { randomUUID } from "node:crypto";
import { AgentCard, type SendMessageRequest, type Task } from "@a2a-js/sdk";
import {
  A2AError,
  ExtendedAgentCardNotConfiguredError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from "@a2a-js/sdk/errors";
import type { A2ARequestHandler, ServerCallContext } from "@a2a-js/sdk/server";
import { digestOf } from "../../access/call.ts";
import type { Caller } from "../../access/identify.ts";
import { statedOrigin } from "../../access/origin.ts";
import { readJob } from "../../access/read-job.ts";
import { recall } from "../../access/recall.ts";
import { mayRecord } from "../../access/recording.ts";
import { handle, type Answer } from "../../handle.ts";
import { direct } from "../../parts/visits.ts";
import type { Parts } from "../../parts.ts";
import type { Incoming } from "../route.ts";
import { currentCard } from "./card.ts";
import { toPage } from "./listing.ts";
import { readSubmission, requireHistoryLength } from "./submission.ts";
import { readTaskId, toTaskId } from "./task-id.ts";
import { toReport, toTask } from "./task.ts";

/** What the protocol's own answer cannot carry. */
export type Slip = {
  /** The road's answer, where it was walked. */
  answer?: Answer;
  /** What was thrown that is no error of the protocol. */
  thrown?: unknown;
};

type Visit = Readonly<{ caller: Caller; incoming: Incoming; slip: Slip }>;

/** The protocol's methods, for one caller and one request. Work is done while the caller waits, or not at all. */
export function createDesk(parts: Parts, visit: Visit): A2ARequestHandler {
  const noting = async <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      if (!(error instanceof A2AError)) visit.slip.thrown = error;
      throw error;
    });
  return {
    ...refusedMethods,
    getAgentCard: async () => AgentCard.fromJSON(currentCard(parts)),
    sendMessage: async (request) => noting(send(parts, visit, request)),
    getTask: async ({ id, historyLength }) => {
      requireHistoryLength(historyLength);
      return noting(findTask(parts, visit, id));
    },
    cancelTask: async ({ id }) => {
      await noting(findTask(parts, visit, id));
      throw new TaskNotCancelableError("The task is finished; there is nothing to cancel.");
    },
    listTasks: async (wanted) => {
      requireHistoryLength(wanted.historyLength);
      const { page, ...counts } = toPage(parts.tasks.of(visit.caller.account), wanted);
      if (!wanted.includeArtifacts) return { ...counts, tasks: page.map((task) => toTask(task, [])) };
      const found = await noting(Promise.all(page.map(async ({ id }) => loadTask(parts, visit, id))));
      return { ...counts, tasks: found.filter((task) => task !== undefined) };
    },
  };
}

async function send(parts: Parts, visit: Visit, request: SendMessageRequest): Promise<Task> {
  const { body, taskId, contextId } = readSubmission(request);
  if (taskId !== "") await refuseToContinue(parts, visit, taskId, contextId);
  const { caller, incoming, slip } = visit;
  const { credential, signal, requestId } = incoming;
  const origin = statedOrigin(incoming) ?? direct;
  const submission = { credential, origin, mayRecord: mayRecord(incoming), signal };
  slip.answer = await handle(parts, { ...submission, readBody: async () => body });
  if ("fault" in slip.answer) throw slip.answer.fault;
  const named = {
    digest: digestOf(readJob(parts, body)),
    atMs: parts.clock.now(),
    contextId: contextId || randomUUID(),
  };
  const task = { id: toTaskId(named), contextId: named.contextId, atMs: named.atMs };
  parts.tasks.note(caller.account, task);
  return toTask(task, [toReport(slip.answer.verdict, requestId)]);
}

async function refuseToContinue(
  parts: Parts,
  visit: Visit,
  taskId: string,
  contextId: string,
): Promise<never> {
  const task = await findTask(parts, visit, taskId);
  if (contextId !== "" && contextId !== task.contextId)
    throw new RequestMalformedError("The task belongs to another contextId.");
  throw new UnsupportedOperationError("The task is finished; send the message without a taskId.");
}

async function findTask(parts: Parts, visit: Visit, id: string): Promise<Task> {
  if (typeof id !== "string" || id.trim() === "")
    throw new RequestMalformedError("The task's id is missing.");
  const task = await loadTask(parts, visit, id);
  if (task) return task;
  throw new TaskNotFoundError("This key has no task of that id; a task is kept for at most ten minutes.");
}

async function loadTask(parts: Parts, { caller, incoming }: Visit, id: string): Promise<Task | undefined> {
  const named = readTaskId(id);
  const verdict = named && (await recall(parts, caller, named.digest));
  return verdict && toTask({ id, ...named }, [toReport(verdict, incoming.requestId)]);
}

function noStreams(): never {
  throw new UnsupportedOperationError("Nothing is streamed here; SendMessage answers with the result.");
}

async function noPushes(): Promise<never> {
  throw new PushNotificationNotSupportedError(
    "Push notifications are not supported; the answer holds the result.",
  );
}

/** What the card says we do not do. */
const refusedMethods = {
  sendMessageStream: noStreams,
  resubscribe: noStreams,
  createTaskPushNotificationConfig: noPushes,
  getTaskPushNotificationConfig: noPushes,
  listTaskPushNotificationConfigs: noPushes,
  deleteTaskPushNotificationConfig: noPushes,
  getAuthenticatedExtendedAgentCard: async (_: unknown, context: ServerCallContext): Promise<never> => {
    const message = "There is one card, and everybody may read it.";
    throw context.requestedVersion === "0.3"
      ? new ExtendedAgentCardNotConfiguredError(message)
      : new UnsupportedOperationError(message);
  },
};
