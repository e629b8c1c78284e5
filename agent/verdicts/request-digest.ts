import { hexToBytes, type Hex } from "viem";
import { digestOf as digestOfAddress, parseAddress } from "../../parts/ipfs/address.ts";

/**
 * The digest that a request's data names: 32 bytes as they are, a whole multihash, or a CID written out. Anything
 * else is no address, and nothing is ever fetched for it.
 */
export function digestOf(data: Hex): Hex | undefined {
  if (/^0x[0-9a-f]{64}$/i.test(data)) return data;
  if (/^0x1220[0-9a-f]{64}$/i.test(data)) return `0x${data.slice(6)}`;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(hexToBytes(data));
    return digestOfAddress(parseAddress(text.trim()));
  } catch {
    return undefined;
  }
}
