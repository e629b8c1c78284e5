import { toIso } from "../../../../platform/clock.ts";
import type { ToolTask } from "../../../tasks/tool-tasks.ts";

/** How often a caller should look. */
export const pollIntervalMs = 1000;

/** A task as revision 2025-11-25 tells it. */
export function describeTask({ id, state, message, createdAtMs, changedAtMs, lifeMs }: ToolTask) {
  return {
    taskId: id,
    status: state,
    ...(message !== undefined && { statusMessage: message }),
    createdAt: toIso(createdAtMs),
    lastUpdatedAt: toIso(changedAtMs),
    ttl: lifeMs,
    pollInterval: pollIntervalMs,
  };
}
