import { TaskState, type Artifact, type Task } from "@a2a-js/sdk";
import type { Verdict } from "../../engine/verdict.ts";
import { toIso } from "../../parts/clock.ts";
import type { ListedTask } from "../../parts/task-list.ts";

/** Every task is finished when it is first told of; broken code is a finished task too. What was sent in is not in it. */
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
