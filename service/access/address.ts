import { createHmac } from "node:crypto";
import ipaddr from "ipaddr.js";

/** An IPv6 caller has a whole /64 to choose from, so that is what is metered. */
function meteredForm(sent: string): string {
  const address = withoutPort(sent);
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toNormalizedString();
  const network = parsed.toByteArray().slice(0, 8);
  return `${ipaddr.fromByteArray([...network, 0, 0, 0, 0, 0, 0, 0, 0]).toNormalizedString()}/64`;
}

/** Some proxies write the caller's port into `x-forwarded-for`. */
function withoutPort(address: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}

/** Keyed, since a plain hash of an IPv4 address is undone by trying them all. */
export function fingerprintAddress(address: string, secret: string): string {
  return createHmac("sha256", secret).update(meteredForm(address)).digest("hex");
}
