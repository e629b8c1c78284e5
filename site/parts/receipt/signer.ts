import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { VerdictReceipt } from "../../../engine/verdict.ts";

type Statement = Readonly<Omit<VerdictReceipt, "signer">>;

const domain = keccak_256(
  concatBytes(hashOf("EIP712Domain(string name,string version)"), hashOf("Assay receipt"), hashOf("1")),
);
const receiptType = hashOf(
  "Receipt(bytes32 requestSha256,bytes32 verdictSha256,string mode,string payment,string entrance,uint64 issuedAt)",
);

/** The address whose key signed a receipt (EIP-712), in lower case. The service signs the same with viem. */
export function signerOf(statement: Statement): string {
  const signature = hexToBytes(statement.signature.slice(2));
  const recovery = signature[64]! - 27;
  const publicKey = secp256k1.recoverPublicKey(
    concatBytes(Uint8Array.of(recovery), signature.subarray(0, 64)),
    digestOf(statement),
    { prehash: false },
  );
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1);
  return `0x${bytesToHex(keccak_256(point).subarray(12))}`;
}

function digestOf(statement: Statement): Uint8Array {
  const { request_sha256, verdict_sha256, mode, payment, entrance, issued_at } = statement;
  const message = keccak_256(
    concatBytes(
      receiptType,
      hexToBytes(request_sha256),
      hexToBytes(verdict_sha256),
      hashOf(mode),
      hashOf(payment),
      hashOf(entrance),
      hexToBytes(BigInt(issued_at).toString(16).padStart(64, "0")),
    ),
  );
  return keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), domain, message));
}

function hashOf(text: string): Uint8Array {
  return keccak_256(utf8ToBytes(text));
}
