import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { Options, type Job } from "../../../engine/job.ts";
import type { VerdictReceipt } from "../../../engine/verdict.ts";
import { canonicalJson } from "./canonical-json.ts";

/** What a receipt says: which request was answered with which verdict, how it was paid for, where it came in, and when. */
export type ReceiptStatement = Omit<VerdictReceipt, "signer" | "signature">;

const types = {
  Receipt: [
    { name: "requestSha256", type: "bytes32" },
    { name: "verdictSha256", type: "bytes32" },
    { name: "mode", type: "string" },
    { name: "payment", type: "string" },
    { name: "entrance", type: "string" },
    { name: "issuedAt", type: "uint64" },
  ],
} as const;

/** EIP-712. Bound to no chain, so that a contract on any chain can check it; contracts/receipts has the same in Solidity. */
export function receiptData(statement: ReceiptStatement) {
  const { request_sha256, verdict_sha256, mode, payment, entrance, issued_at } = statement;
  return {
    domain: { name: "Assay receipt", version: "1" },
    types,
    primaryType: "Receipt",
    message: {
      requestSha256: `0x${request_sha256}`,
      verdictSha256: `0x${verdict_sha256}`,
      mode,
      payment,
      entrance,
      issuedAt: BigInt(issued_at),
    },
  } as const;
}

/** What is signed of a verdict: all but what differs from answer to answer, `meta.request_id` and the receipt itself. */
export function signedPart<Answer extends Readonly<{ meta: object }>>(verdict: Answer) {
  return { ...verdict, meta: { ...verdict.meta, request_id: null, receipt: null } };
}

export function digestOfVerdict<Answer extends Readonly<{ meta: object }>>(verdict: Answer): string {
  return sha256(signedPart(verdict));
}

const usualOptions = Options.parse({}) as Readonly<Record<string, unknown>>;

/** Of a request without what has its default, so that options which are added later change no digest. */
export function digestOfRequest(job: Job): string {
  const { code, mode, options, ...rest } = job;
  const others = Object.entries(rest).filter(([name, value]) => name !== "language" && value !== null);
  const stated = Object.entries(options).filter(
    ([name, value]) => !isDeepStrictEqual(value, usualOptions[name]),
  );
  return sha256({
    code,
    ...(mode !== "static" && { mode }),
    ...(stated.length > 0 && { options: Object.fromEntries(stated) }),
    ...Object.fromEntries(others),
  });
}

function sha256(value: object): string {
  return createHash("sha256").update(canonicalJson(value), "utf8").digest("hex");
}
