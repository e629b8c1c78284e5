import { isAddressEqual, recoverTypedDataAddress } from "viem";
import type { Job } from "../../../engine/job.ts";
import { VerdictReceipt } from "../../../engine/verdict.ts";
import { isLow } from "../chain/low-signature.ts";
import { digestOfRequest, digestOfVerdict, receiptData } from "./statement.ts";

/** Who signed an answer, or what is wrong with it. */
export type CheckedReceipt =
  | Readonly<{ ok: true; receipt: VerdictReceipt; problems: readonly [] }>
  | Readonly<{ ok: false; receipt: VerdictReceipt | undefined; problems: readonly string[] }>;

/** Whether the signer that an answer names did sign it as it is, and for this request where one is given. */
export async function checkReceipt(response: unknown, job?: Job): Promise<CheckedReceipt> {
  const read = readReceipt(response);
  if (typeof read === "string") return { ok: false, receipt: undefined, problems: [read] };
  const { answer, receipt } = read;
  const problems = [
    ...(digestOfVerdict(answer) === receipt.verdict_sha256
      ? []
      : ["The answer is not the one that was signed: its SHA-256 differs from `verdict_sha256`."]),
    ...(job === undefined || digestOfRequest(job) === receipt.request_sha256
      ? []
      : ["The receipt is for another request: its SHA-256 differs from `request_sha256`."]),
    ...(await problemsOfSignature(receipt)),
  ];
  return problems.length > 0 ? { ok: false, receipt, problems } : { ok: true, receipt, problems: [] };
}

type Answer = Readonly<{ meta: Readonly<{ receipt?: unknown }> }>;

function readReceipt(response: unknown): string | Readonly<{ answer: Answer; receipt: VerdictReceipt }> {
  if (!isAnswer(response)) return "This is not an answer: it has no `meta`.";
  const { receipt } = response.meta;
  if (receipt === undefined || receipt === null) return "The answer has no receipt: `meta.receipt` is empty.";
  const read = VerdictReceipt.safeParse(receipt);
  if (read.success) return { answer: response, receipt: read.data };
  const [issue] = read.error.issues;
  return `\`${["meta", "receipt", ...(issue?.path ?? [])].join(".")}\` cannot be read: ${issue?.message}.`;
}

function isAnswer(response: unknown): response is Answer {
  if (typeof response !== "object" || response === null || !("meta" in response)) return false;
  return typeof response.meta === "object" && response.meta !== null;
}

async function problemsOfSignature(receipt: VerdictReceipt): Promise<string[]> {
  const { signer, signature, ...statement } = receipt;
  const invalid = "`meta.receipt.signature` is not a valid signature.";
  if (!isLow(signature as `0x${string}`)) return [invalid];
  try {
    const found = await recoverTypedDataAddress({
      ...receiptData(statement),
      signature: signature as `0x${string}`,
    });
    if (isAddressEqual(found, signer.toLowerCase() as `0x${string}`)) return [];
  } catch {
    return [invalid];
  }
  return ["The signature is not by `meta.receipt.signer`, or the receipt was changed after signing."];
}

/** What a check came to, as it is told to programs. */
export function describeReceipt({ ok, receipt, problems }: CheckedReceipt) {
  return {
    valid_signature: ok,
    signer: ok ? receipt.signer : null,
    request_sha256: receipt?.request_sha256 ?? null,
    verdict_sha256: receipt?.verdict_sha256 ?? null,
    mode: receipt?.mode ?? null,
    payment: receipt?.payment ?? null,
    entrance: receipt?.entrance ?? null,
    issued_at: receipt?.issued_at ?? null,
    problems,
  };
}
