import type { Job } from "../../engine/job.ts";
import { Fault } from "../../parts/faults.ts";
import { readExactJson } from "../../parts/json/exact-json.ts";
import { checkReceipt, describeReceipt } from "../../parts/proof/receipts/check.ts";
import type { SharedVerdict } from "../../parts/store/verdicts.ts";
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

/** All that the page of a shared verdict shows. */
export async function readSharedVerdict(parts: Parts, id: string) {
  const found = await findShared(parts, id);
  const { request, verdict } = JSON.parse(found.body) as SharedBody;
  const told = await checkBody(parts, { request, verdict });
  return {
    kind: "shared" as const,
    id,
    request,
    verdict,
    created_at: toIso(found.createdAtMs),
    expires_at: toIso(found.expiresAtMs),
    ...told,
    is_ours: told.is_ours ?? null,
  };
}

export type SharedVerdictView = Awaited<ReturnType<typeof readSharedVerdict>>;

/** What `POST /v1/verify` says of it. */
export async function checkShared(parts: Parts, id: string) {
  return checkBody(parts, JSON.parse((await findShared(parts, id)).body) as SharedBody);
}

async function findShared({ store, clock }: Parts, id: string): Promise<SharedVerdict> {
  const found = await store.findVerdict(id, clock.now());
  if (!found) throw new Fault("not_found", { message: unknown });
  return found;
}

/** The receipt is checked again each time. */
async function checkBody(parts: Parts, { request, verdict }: SharedBody) {
  const checked = await checkReceipt(readExactJson(JSON.stringify(verdict)), readJob(parts, request));
  const isOurs = checked.ok ? isOurReceiptSigner(parts, checked.receipt.signer) : undefined;
  return { ...describeReceipt(checked), ...(isOurs !== undefined && { is_ours: isOurs }) };
}

const unknown = "This link has expired, or its verdict was deleted.";
