import { AgentCard, type Task } from "@a2a-js/sdk";
import {
  A2AError,
  ExtendedAgentCardNotConfiguredError,
  PushNotificationNotSupportedError,
  TaskNotCancelableError,
  UnsupportedOperationError,
} from "@a2a-js/sdk/errors";
import type { A2ARequestHandler, ServerCallContext } from "@a2a-js/sdk/server";
import { Fault } from "../../../parts/faults.ts";
import type { ListedTask } from "../../tasks/task-list.ts";
import type { Parts } from "../../parts.ts";
import { currentCard } from "./card/card.ts";
import { findTask, findUnpaid, loadTask, type Visit } from "./tasks/find-task.ts";
import { toPage } from "./tasks/listing.ts";
import { send } from "./send.ts";
import { requireHistoryLength } from "./submission.ts";
import { toTask } from "./tasks/task.ts";
import { cancelUnpaid } from "./tasks/unpaid-task.ts";

/** The protocol's methods, for one caller and one request. There is no background work: callers wait for the result. */
export function createRequestHandler(parts: Parts, visit: Visit): A2ARequestHandler {
  const keepingError = async <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      if (!(error instanceof A2AError)) visit.response.thrown = error;
      throw error;
    });
  return {
    ...refusedMethods,
    getAgentCard: async () => AgentCard.fromJSON(currentCard(parts)),
    sendMessage: async (request) => keepingError(send(parts, visit, request)),
    getTask: async ({ id, historyLength }) => {
      requireHistoryLength(historyLength);
      return keepingError(findTask(parts, visit, id));
    },
    cancelTask: async ({ id }) => keepingError(cancel(parts, visit, id)),
    listTasks: async (wanted) => {
      requireHistoryLength(wanted.historyLength);
      const { page, ...counts } = toPage(await keepingError(listed(parts, visit)), wanted);
      if (!wanted.includeArtifacts) return { ...counts, tasks: page.map((task) => toTask(task, [])) };
      const found = await keepingError(Promise.all(page.map(async ({ id }) => loadTask(parts, visit, id))));
      return { ...counts, tasks: found.filter((task) => task !== undefined) };
    },
  };
}

/** Only an unpaid task can be cancelled: all others are finished. */
async function cancel(parts: Parts, visit: Visit, id: string): Promise<Task> {
  const unpaid = await findUnpaid(parts, id);
  if (unpaid?.state === "input required") return cancelUnpaid(parts, visit, unpaid);
  await findTask(parts, visit, id);
  throw new TaskNotCancelableError("The task is finished and cannot be cancelled.");
}

/** Tasks are listed by account, so the list needs a key. */
async function listed({ tasks }: Parts, { caller }: Visit): Promise<readonly ListedTask[]> {
  if (!caller) throw new Fault("unauthorized");
  return tasks.of(caller.account);
}

function noStreams(): never {
  throw new UnsupportedOperationError("Streaming is not supported. SendMessage answers with the result.");
}

async function noPushes(): Promise<never> {
  throw new PushNotificationNotSupportedError(
    "Push notifications are not supported. The response contains the result.",
  );
}

/** Methods that the card does not offer. */
const refusedMethods = {
  sendMessageStream: noStreams,
  resubscribe: noStreams,
  createTaskPushNotificationConfig: noPushes,
  getTaskPushNotificationConfig: noPushes,
  listTaskPushNotificationConfigs: noPushes,
  deleteTaskPushNotificationConfig: noPushes,
  getAuthenticatedExtendedAgentCard: async (_: unknown, context: ServerCallContext): Promise<never> => {
    const message = "There is only the public card.";
    throw context.requestedVersion === "0.3"
      ? new ExtendedAgentCardNotConfiguredError(message)
      : new UnsupportedOperationError(message);
  },
};
