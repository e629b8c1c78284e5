import type { IncomingMessage } from "node:http";
import { meteredForm } from "../../parts/limits/metered-address.ts";

/** The client's address, for limits. Skips our own `proxies`, each of which appends the address it was called from. */
export function callerOf(
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  proxies: number,
): string {
  const told = String(headers["x-forwarded-for"] ?? "").split(",");
  const hops = [...told.map((hop) => hop.trim()).filter((hop) => hop !== ""), socket.remoteAddress ?? ""];
  return meteredForm(hops.at(-1 - proxies) ?? hops[0]!);
}
