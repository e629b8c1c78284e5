import { lookup as lookUp, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** All of IPv6 that is routed in the world; what is neither special nor in here is not assigned. */
const routed = ipaddr.parseCIDR("2000::/3");

/** Whether an address is out in the world, where a stranger may send us; nothing of ours and no neighbour's is. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(routed));
}

/**
 * Looks a name up and gives out its addresses only if every one of them is allowed. The connection is made to what was
 * given out here, so a name that means something else a moment later gains nothing.
 */
export function lookUpAllowed(
  isAllowed: (address: string) => boolean,
  toAddress: (address: string) => void,
): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, []);
      const [first] = found;
      if (!first || !found.every(({ address }) => isAllowed(address)))
        return callback(new Error("its address is not a public one"), []);
      try {
        for (const { address } of found) toAddress(address);
      } catch (noPlace) {
        return callback(noPlace as Error, []);
      }
      if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}
