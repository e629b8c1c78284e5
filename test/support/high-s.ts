import { parseSignature, serializeSignature, toHex, type Hex } from "viem";

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The other form of a signature, which anyone can compute and which recovers to the same signer. */
export function highS(signature: Hex): Hex {
  const { r, s, yParity } = parseSignature(signature);
  return serializeSignature({ r, s: toHex(order - BigInt(s), { size: 32 }), yParity: 1 - yParity });
}
