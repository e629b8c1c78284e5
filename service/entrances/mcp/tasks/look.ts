import { fateOf } from "../../../../platform/owner.ts";
import { Fault } from "../../../../parts/faults.ts";
import type { ToolTask } from "../../../tasks/tool-tasks.ts";
import type { Parts } from "../../../parts.ts";
import type { ToolResult } from "../call-tool.ts";
import type { Exchange } from "../exchange.ts";
import { invalidParams, invalidRequest, RpcError } from "../rpc/rpc.ts";
import { refuseTask, requireAccount } from "./answering.ts";
import { describeTask } from "./task.ts";
import { stoppedMessage, type TaskResult } from "./work.ts";

const relatedTask = "io.modelcontextprotocol/related-task";
const pageSize = 50;
const pollEveryMs = 250;

/** A task of the caller's own; one whose worker has died has failed. */
export async function requireTask(exchange: Exchange, id: string): Promise<ToolTask> {
  const { toolTasks } = exchange.parts;
  const account = requireAccount(exchange);
  const task = await toolTasks.find(account, id);
  if (!task) {
    const message = "This key has no task with that id. Tasks are kept for at most ten minutes.";
    throw refuseTask(exchange, new Fault("bad_request", { message }), invalidParams);
  }
  if (task.state !== "working" || (await isAlive(exchange.parts, task.worker))) return task;
  const { clock } = exchange.parts;
  await toolTasks.put({ ...task, state: "failed", message: stoppedMessage, changedAtMs: clock.now() });
  // Its worker may have ended it meanwhile.
  return (await toolTasks.find(account, id)) ?? task;
}

async function isAlive({ store, owner }: Parts, worker: string): Promise<boolean> {
  if (worker === owner || fateOf(worker) === "alive") return true;
  return (await store.readOwners()).some((listed) => listed.owner === worker && !listed.isSilent);
}

/** `tasks/list`: newest first; a page's cursor is the last task on the page before it. */
export async function listTasks(exchange: Exchange, cursor: string | undefined) {
  const tasks = await exchange.parts.toolTasks.list(requireAccount(exchange));
  const from = cursor === undefined ? 0 : tasks.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== undefined && from === 0) {
    const fault = new Fault("bad_request", { message: "`cursor` is not valid, or its task has expired." });
    throw refuseTask(exchange, fault, invalidParams);
  }
  const page = tasks.slice(from, from + pageSize);
  const isLast = from + pageSize >= tasks.length;
  return { tasks: page.map(describeTask), ...(!isLast && { nextCursor: page.at(-1)!.id }) };
}

/** Resolves when the task has ended, wherever it is worked on. Rejects when the signal aborts. */
export async function untilEnded(exchange: Exchange, id: string, signal: AbortSignal): Promise<ToolTask> {
  const { background, clock } = exchange.parts;
  for (;;) {
    const endedHere = background.ended(id);
    const task = await requireTask(exchange, id);
    if (task.state !== "working") return task;
    const later = clock.sleep(pollEveryMs, signal);
    await (endedHere ? Promise.race([endedHere, later]) : later);
  }
}

/** `tasks/result`: waits for the end, and answers what the call would have been answered. */
export async function readResult(exchange: Exchange, id: string): Promise<object> {
  const task = await untilEnded(exchange, id, exchange.incoming.signal);
  const { _meta, ...result } = await resultOf(exchange, task);
  return { ...result, _meta: { ..._meta, [relatedTask]: { taskId: id } } };
}

/** What the call of a task that has ended was answered, or the error that it was answered. */
export async function resultOf(exchange: Exchange, task: ToolTask): Promise<ToolResult> {
  const found = (await exchange.parts.toolTasks.findResult(task.id)) as TaskResult | undefined;
  if (found === undefined) throw withoutResult(exchange, task);
  if ("result" in found) return found.result;
  const { code, message, data } = found.error;
  throw new RpcError(code, message, data && { data });
}

function withoutResult(
  exchange: Exchange,
  { state, message = "The result has expired." }: ToolTask,
): RpcError {
  if (state === "failed")
    return refuseTask(exchange, new Fault("engine_unavailable", { message, retryAfterS: 1 }));
  return refuseTask(exchange, new Fault("bad_request", { message }), invalidRequest);
}
