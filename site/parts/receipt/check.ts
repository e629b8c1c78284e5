import type { ReadVerdict } from "../../../engine/verdict.ts";
import { canonicalJson } from "./canonical-json.ts";
import { signerOf } from "./signer.ts";

/**
 * What is wrong with the receipt of an answer, checked in this browser; undefined where it is right. The request is the one
 * that was sent, without what has its default.
 */
export async function checkReceipt(answer: ReadVerdict, request?: object): Promise<string | undefined> {
  const { receipt } = answer.meta;
  if (receipt === null) return "no receipt";
  const signed = { ...answer, meta: { ...answer.meta, request_id: null, receipt: null } };
  if ((await sha256(signed)) !== receipt.verdict_sha256) return "changed after signing";
  if (request && (await sha256(request)) !== receipt.request_sha256) return "signed for another request";
  try {
    const isBySigner = signerOf(receipt) === receipt.signer.toLowerCase();
    return isBySigner ? undefined : "signed by another key than it says";
  } catch {
    return "the signature is not valid";
  }
}

/** Browsers compute hashes only for pages that came over TLS or from this machine; elsewhere this throws. */
async function sha256(value: object): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalJson(value)));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
