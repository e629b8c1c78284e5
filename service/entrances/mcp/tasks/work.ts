import type { ToolTask } from "../../../tasks/tool-tasks.ts";
import type { Parts } from "../../../parts.ts";
import { callTool, type ToolCallParams, type ToolResult } from "../call-tool.ts";
import { createExchange, type Exchange } from "../exchange.ts";
import { RpcError } from "../rpc/rpc.ts";

/** What the call would have been answered without a task. */
export type TaskResult =
  | Readonly<{ result: ToolResult }>
  | Readonly<{ error: Readonly<{ code: number; message: string; data?: object | undefined }> }>;

type Ending = Readonly<{ state: ToolTask["state"]; message?: string; result?: TaskResult }>;

/** How often the store is looked at for a cancellation that another replica took, and tried again when it is away. */
const pollEveryMs = 1000;

/** Calls the tool and puts down how it ended. */
export async function workOn(
  { parts, incoming, account }: Exchange,
  { task, params }: Readonly<{ task: ToolTask; params: ToolCallParams }>,
  stopped: AbortSignal,
): Promise<void> {
  const unwanted = new AbortController();
  const signal = AbortSignal.any([stopped, unwanted.signal]);
  const over = new AbortController();
  void watchFor(parts, task, AbortSignal.any([signal, over.signal])).then((isUnwanted) => {
    if (isUnwanted) unwanted.abort(new Error("The caller cancelled the work."));
  });
  // The caller of the request has its answer and may leave.
  const exchange = createExchange(parts, { ...incoming, signal }, account);
  const ending = await callTool(exchange, params).then(toEnding, (error: unknown) =>
    toFailure(parts, error, signal),
  );
  over.abort();
  await storeEnd(parts, task, ending);
}

function toEnding(result: ToolResult): Ending {
  if (!result.isError) return { state: "completed", result: { result } };
  const { message } = result.structuredContent;
  return { state: "failed", result: { result }, ...(typeof message === "string" && { message }) };
}

function toFailure({ background, log }: Parts, error: unknown, signal: AbortSignal): Ending {
  if (error instanceof RpcError) {
    const { code, message, data } = error;
    return { state: "failed", message, result: { error: { code, message, data } } };
  }
  if (background.isStopping()) return { state: "failed", message: stoppedMessage };
  if (signal.aborted) return { state: "cancelled", message: "Cancelled by the caller." };
  log.error("a task failed", { cause: String(error) });
  return { state: "failed", message: "Something failed on our side." };
}

/** Of a task whose process has ended. */
export const stoppedMessage =
  "The server that worked on it has stopped. Call the tool again: nothing is charged twice.";

/** The result first: who reads that it is there must find it. Until the store takes both, or nobody may ask for it any more. */
async function storeEnd(parts: Parts, task: ToolTask, { result, ...ending }: Ending): Promise<void> {
  const { toolTasks, clock, log, background, stopping } = parts;
  const ended = { ...task, ...ending, changedAtMs: clock.now() };
  while (clock.now() < task.createdAtMs + task.lifeMs) {
    try {
      if (result) await toolTasks.putResult(ended, result);
      await toolTasks.put(ended);
      return;
    } catch (error) {
      log.warn("a task's end could not be stored", { error: String(error) });
      if (background.isStopping()) return;
      await clock.sleep(pollEveryMs, stopping).catch(() => undefined);
    }
  }
}

/** Resolves to true when the task has been cancelled at another replica, to false when nobody looks any more. */
async function watchFor({ toolTasks, clock }: Parts, task: ToolTask, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    await clock.sleep(pollEveryMs, signal).catch(() => undefined);
    if (signal.aborted) break;
    const found = await toolTasks.find(task.account, task.id).catch(() => undefined);
    if (found?.isUnwanted) return true;
  }
  return false;
}
