import { Fault } from "../../../../parts/faults.ts";
import type { ToolTask } from "../../../tasks/tool-tasks.ts";
import type { Exchange } from "../exchange.ts";
import { invalidParams, type RpcError } from "../rpc/rpc.ts";
import { refuseTask } from "./answering.ts";
import { requireTask, untilEnded } from "./look.ts";
import { describeTask } from "./task.ts";

/** A worker at another replica looks every second. */
const maxWaitMs = 10_000;

/**
 * `tasks/cancel`: the worker stops, as for a caller who hangs up, and only the worker says how it ended: what was
 * finished first, and charged, is not told as cancelled.
 */
export async function cancelTask(exchange: Exchange, id: string) {
  const task = await requireTask(exchange, id);
  if (task.state !== "working") throw alreadyEnded(exchange, task);
  await stopTask(exchange, task);
  const ended = await waitForEnd(exchange, id);
  if (ended.state !== "cancelled") throw alreadyEnded(exchange, ended);
  return describeTask(ended);
}

/** Stops the work here, or asks the replica that works on it to. */
export async function stopTask({ parts }: Exchange, task: ToolTask): Promise<void> {
  if (!(await parts.background.stop(task.id))) await parts.toolTasks.put({ ...task, isUnwanted: true });
}

async function waitForEnd(exchange: Exchange, id: string): Promise<ToolTask> {
  const { clock } = exchange.parts;
  const over = new AbortController();
  const late = new AbortController();
  void clock.sleep(maxWaitMs, over.signal).then(
    () => late.abort(new Fault("busy", { message: "The task is being stopped.", retryAfterS: 1 })),
    () => undefined,
  );
  try {
    return await untilEnded(exchange, id, AbortSignal.any([exchange.incoming.signal, late.signal]));
  } finally {
    over.abort();
  }
}

function alreadyEnded(exchange: Exchange, { state }: ToolTask): RpcError {
  const message = `The task cannot be cancelled: it is ${state}.`;
  return refuseTask(exchange, new Fault("bad_request", { message }), invalidParams);
}
