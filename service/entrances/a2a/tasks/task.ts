import { Role, TaskState, type Artifact, type Message, type Task } from "@a2a-js/sdk";
import type { Verdict } from "../../../../engine/verdict.ts";
import { toIso } from "../../../../platform/clock.ts";
import type { ListedTask } from "../../../tasks/task-list.ts";
import type { UnpaidTask } from "../../../answers.ts";
import { x402Extension } from "../card/extension.ts";

/** A task is finished when the caller first gets it, even if the code is broken. It does not contain the submitted code. */
export function toTask({ id, contextId, atMs }: ListedTask, artifacts: Artifact[]): Task {
  return {
    id,
    contextId,
    status: { state: TaskState.TASK_STATE_COMPLETED, message: undefined, timestamp: toIso(atMs) },
    artifacts,
    history: [],
    metadata: undefined,
  };
}

const stateOf: Readonly<Record<UnpaidTask["state"], TaskState>> = {
  "input required": TaskState.TASK_STATE_INPUT_REQUIRED,
  completed: TaskState.TASK_STATE_COMPLETED,
  canceled: TaskState.TASK_STATE_CANCELED,
};

/** One that is to be paid by itself, and waits for that. */
export function toPaidTask(task: UnpaidTask, requestId: string): Task {
  const { verdict, state, told } = task;
  const { status, ...rest } = toTask(task, verdict ? [toReport(verdict, requestId)] : []);
  return {
    ...rest,
    status: { ...status!, state: stateOf[state], message: told && toMessage(task, told) },
  };
}

function toMessage(
  { id, contextId, atMs }: UnpaidTask,
  { text, metadata }: NonNullable<UnpaidTask["told"]>,
): Message {
  return {
    messageId: `${id}.${atMs.toString(36)}`,
    taskId: id,
    contextId,
    role: Role.ROLE_AGENT,
    parts: [
      { content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "text/plain" },
    ],
    metadata: { ...metadata },
    extensions: [x402Extension],
    referenceTaskIds: [],
  };
}

/** The verdict, as over HTTP. */
export function toReport(verdict: Verdict, requestId: string): Artifact {
  const value = { ...verdict, meta: { ...verdict.meta, request_id: requestId } };
  return {
    artifactId: "report",
    name: "report",
    description: "The verdict: a ValidateResponse.",
    parts: [
      {
        content: { $case: "data", value },
        metadata: undefined,
        filename: "",
        mediaType: "application/json",
      },
    ],
    metadata: undefined,
    extensions: [],
  };
}
