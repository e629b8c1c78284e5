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
    cancelTask: async ({ id }) => noting(cancel(parts, visit, id)),
    listTasks: async (wanted) => {
      requireHistoryLength(wanted.historyLength);
      const { page, ...counts } = toPage(await noting(listed(parts, visit)), wanted);
      if (!wanted.includeArtifacts) return { ...counts, tasks: page.map((task) => toTask(task, [])) };
      const found = await noting(Promise.all(page.map(async ({ id }) => loadTask(parts, visit, id))));
      return { ...counts, tasks: found.filter((task) => task !== undefined) };
    },
  };
}

/** Only a task that is not paid for yet is not finished. */
async function cancel(parts: Parts, visit: Visit, id: string): Promise<Task> {
  const unpaid = await findUnpaid(parts, id);
  if (unpaid?.state === "input required") return cancelUnpaid(parts, visit, unpaid);
  await findTask(parts, visit, id);
  throw new TaskNotCancelableError("The task is finished and cannot be cancelled.");
}

/** Who sends no key has no list. */
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

/** What the card says we do not do. */
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
