import type { Parts } from "../../parts.ts";
import type { Incoming } from "../http/route.ts";
import type { RpcCall } from "./call.ts";
import { isActivated } from "./card/extension.ts";
import { findUnpaid } from "./tasks/find-task.ts";
import { readPaying } from "./payment-metadata.ts";

const sending = ["SendMessage", "message/send"];
const aboutOneTask = ["GetTask", "tasks/get", "CancelTask", "tasks/cancel"];

/**
 * Whether to accept a call without a key: it mentions payment, or names an unpaid task. The ids of such tasks are random,
 * so only those who got an id can name it.
 */
export async function isOpenWithoutKey(
  parts: Parts,
  incoming: Incoming,
  { method, body }: RpcCall,
): Promise<boolean> {
  if (!parts.x402 || incoming.credential.secret !== undefined) return false;
  const params = membersOf(body.params);
  if (aboutOneTask.includes(method)) return (await findUnpaid(parts, params.id)) !== undefined;
  if (!sending.includes(method)) return false;
  const paying = readPaying(membersOf(params.message).metadata);
  return isActivated(parts, incoming) || Object.keys(paying).length > 0;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
