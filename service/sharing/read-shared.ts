import type { Job } from "../../engine/job.ts";
import { Fault } from "../../parts/faults.ts";
import { readExactJson } from "../../parts/json/exact-json.ts";
import { checkReceipt, describeReceipt } from "../../parts/proof/receipts/check.ts";
import { toIso } from "../../platform/clock.ts";
import { isOurReceiptSigner } from "../marketplace/our-signer.ts";
import type { Parts } from "../parts.ts";
import { readJob } from "../work/read-job.ts";

/** What is kept of a shared verdict. */
export type SharedBody = Readonly<{
  request: Pick<Job, "code" | "files" | "mode" | "options">;
  /** As it was answered and signed. */
  verdict: object;
}>;

/** All that the page of a shared verdict shows; the receipt is checked again each time. */
export async function readSharedVerdict(parts: Parts, id: string) {
  const { store, clock } = parts;
  const found = await store.findVerdict(id, clock.now());
  if (!found) throw new Fault("not_found", { message: unknown });
  const { request, verdict } = JSON.parse(found.body) as SharedBody;
  const checked = await checkReceipt(readExactJson(JSON.stringify(verdict)), readJob(parts, request));
  return {
    kind: "shared" as const,
    id,
    request,
    verdict,
    created_at: toIso(found.createdAtMs),
    expires_at: toIso(found.expiresAtMs),
    ...describeReceipt(checked),
    is_ours: checked.ok ? isOurReceiptSigner(parts, checked.receipt.signer) : null,
  };
}

export type SharedVerdictView = Awaited<ReturnType<typeof readSharedVerdict>>;

const unknown = "This link has expired, or its verdict was deleted.";
