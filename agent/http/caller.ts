import type { IncomingMessage } from "node:http";
import { meteredForm } from "../../parts/limits/metered-address.ts";

/** Where a request came from, as it is metered: past so many proxies of ours, each of which adds whom it heard from. */
export function callerOf(
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  proxies: number,
): string {
  const told = String(headers["x-forwarded-for"] ?? "").split(",");
  const hops = [...told.map((hop) => hop.trim()).filter((hop) => hop !== ""), socket.remoteAddress ?? ""];
  return meteredForm(hops.at(-1 - proxies) ?? hops[0]!);
}
