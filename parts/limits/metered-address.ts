import ipaddr from "ipaddr.js";

/** What is counted of a caller's address. An IPv6 caller has a whole /64 to choose from, so that is what is metered. */
export function meteredForm(sent: string): string {
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
