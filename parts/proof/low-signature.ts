import { size, slice, type Hex } from "viem";

/** Half of the order of secp256k1. */
const maxS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Each signature has a twin with a higher `s` that anybody can make; no token and no contract here takes that one. */
export function isLow(signature: Hex): boolean {
  return size(signature) === 65 && BigInt(slice(signature, 32, 64)) <= maxS;
}
