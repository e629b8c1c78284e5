import { randomUUID } from "node:crypto";
import { Fault } from "../../../../parts/faults.ts";
import type { ToolTask } from "../../../tasks/tool-tasks.ts";
import { findTool, type OfferedTool } from "../../tools.ts";
import { callTool, type ToolCallParams } from "../call-tool.ts";
import type { Exchange } from "../exchange.ts";
import { methodNotFound } from "../rpc/rpc.ts";
import { refuseTask, requireAccount } from "./answering.ts";
import { describeTask } from "./task.ts";
import { workOn } from "./work.ts";

/** As long as answers are remembered; shorter than the first nobody could come back in time. */
const [minLifeMs, maxLifeMs] = [60_000, 600_000];
const maxWorking = 16;

/** Only what may take long can be a task; a check is answered before anybody could ask for it. */
export function mayBeTask({ mode }: OfferedTool): boolean {
  return mode === "repair" || mode === "execute";
}

/** `tools/call` as a task: answered at once, worked on meanwhile, kept in the store for any replica to tell of. */
export async function callAsTask(exchange: Exchange, params: ToolCallParams, askedLifeMs?: number) {
  const tool = findTool(params.name);
  if (tool === undefined) return callTool(exchange, params); // which refuses it
  if (!mayBeTask(tool)) {
    const message = `${tool.name} cannot be called as a task. Call it without \`task\`.`;
    throw refuseTask(exchange, new Fault("bad_request", { message }), methodNotFound);
  }
  return { task: describeTask(await beginTask(exchange, params, askedLifeMs)) };
}

/** Begins the work, once the task is in the store. */
export async function beginTask(
  exchange: Exchange,
  params: ToolCallParams,
  askedLifeMs = maxLifeMs,
): Promise<ToolTask> {
  const { parts } = exchange;
  const account = requireAccount(exchange);
  const working = (await parts.toolTasks.list(account)).filter(({ state }) => state === "working");
  if (working.length >= maxWorking) {
    const message = `Limit reached: ${maxWorking} unfinished tasks per key.`;
    throw refuseTask(exchange, new Fault("busy", { message, retryAfterS: 5 }));
  }
  const nowMs = parts.clock.now();
  const task: ToolTask = {
    id: randomUUID(),
    account,
    state: "working",
    createdAtMs: nowMs,
    changedAtMs: nowMs,
    lifeMs: Math.min(Math.max(askedLifeMs, minLifeMs), maxLifeMs),
    worker: parts.owner,
    isUnwanted: false,
  };
  await parts.toolTasks.put(task);
  parts.background.begin(task.id, async (signal) => workOn(exchange, { task, params }, signal));
  return task;
}
