import type { Server } from "@modelcontextprotocol/server";
import { z } from "zod";
import { toIso } from "../../../../platform/clock.ts";
import type { ToolTask } from "../../../tasks/tool-tasks.ts";
import { findTool } from "../../tools.ts";
import { callTool, type ToolCallParams, type ToolResult } from "../call-tool.ts";
import type { Exchange } from "../exchange.ts";
import { membersOf, RpcError } from "../rpc/rpc.ts";
import { answering } from "./answering.ts";
import { beginTask, mayBeTask } from "./begin-task.ts";
import { stopTask } from "./cancel-task.ts";
import { requireTask, resultOf } from "./look.ts";
import { pollIntervalMs } from "./task.ts";

/** In revision 2026-07-28 tasks are an extension: the server decides, for clients that declare it with the request. */
export const tasksExtension = "io.modelcontextprotocol/tasks";

/** What ends within this time is answered as it is: a task would only make its caller ask once more. */
const patienceMs = 2000;
const missingCapability = -32021;
const OfTask = z.looseObject({ taskId: z.string() });

/** `tools/call` and the extension's methods, for one message. */
export function serveTasksExtension(server: Server, exchange: Exchange, body: unknown): void {
  const isDeclared = declaresTasks(body);
  server.setRequestHandler("tools/call", async ({ params }) =>
    isDeclared ? callOrTask(exchange, params) : callTool(exchange, params),
  );
  const methods = { "tasks/get": detail, "tasks/cancel": cancel, "tasks/update": ignoreInput } as const;
  for (const [method, answer] of Object.entries(methods)) {
    server.setRequestHandler(method, { params: OfTask }, async ({ taskId }) =>
      answering(exchange, async () => {
        if (!isDeclared) throw undeclared();
        return answer(exchange, await requireTask(exchange, taskId));
      }),
    );
  }
}

function declaresTasks(body: unknown): boolean {
  const meta = membersOf(membersOf(membersOf(body)["params"])["_meta"]);
  const { extensions } = membersOf(meta["io.modelcontextprotocol/clientCapabilities"]);
  return Object.hasOwn(membersOf(extensions), tasksExtension);
}

/** A caller that wants progress gets it while it waits. One without a key could not prove later that a task is its own. */
async function callOrTask(exchange: Exchange, params: ToolCallParams): Promise<ToolResult> {
  const tool = findTool(params.name);
  const isTask = tool !== undefined && mayBeTask(tool) && exchange.account !== undefined && !exchange.report;
  if (!isTask) return callTool(exchange, params);
  return answering(exchange, async () => {
    const { parts, incoming } = exchange;
    const { id } = await beginTask(exchange, params);
    const waiting = parts.clock.sleep(patienceMs, incoming.signal);
    try {
      await Promise.race([parts.background.ended(id), waiting]);
    } catch (error) {
      // Gone before it could know of the task.
      await parts.background.stop(id);
      throw error;
    }
    const task = await requireTask(exchange, id);
    if (task.state !== "working") return resultOf(exchange, task);
    // The SDK passes on a result type that it has no words for.
    return { resultType: "task", ...describe(task) } as unknown as ToolResult;
  });
}

function describe({ id, state, message, createdAtMs, changedAtMs, lifeMs }: ToolTask) {
  return {
    taskId: id,
    status: state,
    ...(message !== undefined && { statusMessage: message }),
    createdAt: toIso(createdAtMs),
    lastUpdatedAt: toIso(changedAtMs),
    ttlMs: lifeMs,
    pollIntervalMs,
  };
}

/** `tasks/get`: the task with its result. Here a result that tells of a refusal is a completed task too. */
async function detail(exchange: Exchange, task: ToolTask): Promise<Record<string, unknown>> {
  if (task.state === "working" || task.state === "cancelled") return describe(task);
  try {
    const result = await resultOf(exchange, task);
    return { ...describe(task), status: "completed", result: { resultType: "complete", ...result } };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message, data } = error;
    return { ...describe(task), status: "failed", error: { code, message, data } };
  }
}

/** `tasks/cancel` is only acknowledged; how the task ends, `tasks/get` tells. */
async function cancel(exchange: Exchange, task: ToolTask): Promise<Record<string, unknown>> {
  if (task.state === "working") await stopTask(exchange, task);
  return {};
}

/** `tasks/update`: no task of ours waits for input, and what nobody waits for is ignored. */
async function ignoreInput(): Promise<Record<string, unknown>> {
  return {};
}

function undeclared(): RpcError {
  const requiredCapabilities = { extensions: { [tasksExtension]: {} } };
  return new RpcError(missingCapability, `The request does not declare the extension ${tasksExtension}.`, {
    data: { requiredCapabilities },
  });
}
