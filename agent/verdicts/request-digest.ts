import { hexToBytes, type Hex } from "viem";
import { digestOf as digestOfAddress, parseAddress } from "../../parts/ipfs/address.ts";

/**
 * The digest in a request's data: 32 plain bytes, a full multihash, or a CID as text. Undefined for anything else: the
 * agent fetches nothing for that.
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
