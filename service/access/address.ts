import { createHmac } from "node:crypto";
import ipaddr from "ipaddr.js";

/** An IPv6 caller has a whole /64 to choose from, so that is what is metered. */
function meteredForm(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toNormalizedString();
  const network = parsed.toByteArray().slice(0, 8);
  return `${ipaddr.fromByteArray([...network, 0, 0, 0, 0, 0, 0, 0, 0]).toNormalizedString()}/64`;
}

/** Keyed, since a plain hash of an IPv4 address is undone by trying them all. */
export function fingerprintAddress(address: string, secret: string): string {
  return createHmac("sha256", secret).update(meteredForm(address)).digest("hex");
}
