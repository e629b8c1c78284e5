import { createECDH, createHash, createPrivateKey, sign, type KeyObject } from "node:crypto";

/** A signature in the form of RFC 7515 whose payload is elsewhere. */
export type DetachedSignature = Readonly<{ protected: string; signature: string }>;

/** Signs the agent card. The same key signs for every process on one store. */
export type CardKey = Readonly<{
  /** As RFC 7517 has public keys. */
  publicKey: Readonly<Record<string, string>>;
  /** Signs a text; `address` says where the public key is published. Equal texts have one signature in a process. */
  sign(text: string, address: string): DetachedSignature;
}>;

const curve = "prime256v1";
/** The order of the curve's group: a private key is less than it. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const maxRemembered = 16;

/**
 * ES256, since the protocol's own libraries verify that, and not the curve of the receipts' key. The key is derived from
 * the receipts', so that there is one to configure and one to keep.
 */
export function createCardKey(receiptsKey: string): CardKey {
  const scalar = toScalar(receiptsKey);
  const point = createECDH(curve);
  point.setPrivateKey(scalar);
  const [x, y] = [1, 33].map((at) => point.getPublicKey().subarray(at, at + 32));
  const coordinates = { crv: "P-256", kty: "EC", x: base64url(x!), y: base64url(y!) };
  // Its thumbprint, as RFC 7638 makes it: of these members in this order.
  const kid = base64url(createHash("sha256").update(JSON.stringify(coordinates)).digest());
  const key = createPrivateKey({ key: { ...coordinates, d: base64url(scalar) }, format: "jwk" });
  const remembered = new Map<string, DetachedSignature>();
  return {
    publicKey: { ...coordinates, kid, alg: "ES256", use: "sig" },
    sign: (text, address) => {
      const header = base64url(JSON.stringify({ alg: "ES256", typ: "JOSE", kid, jku: address }));
      const input = `${header}.${base64url(text)}`;
      // A signature is different each time, and a card that changes could not be kept by a cache.
      const signed = remembered.get(input) ?? { protected: header, signature: signatureOf(key, input) };
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(input, signed);
      return signed;
    },
  };
}

function toScalar(receiptsKey: string, attempt = 0): Buffer {
  const bytes = createHash("sha256").update(`assay agent card key ${attempt} ${receiptsKey}`).digest();
  const number = BigInt(`0x${bytes.toString("hex")}`);
  return number > 0n && number < order ? bytes : toScalar(receiptsKey, attempt + 1);
}

function signatureOf(key: KeyObject, input: string): string {
  return base64url(sign("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" }));
}

function base64url(value: string | Buffer): string {
  return Buffer.from(value).toString("base64url");
}
