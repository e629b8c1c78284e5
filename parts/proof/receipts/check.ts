import { isAddressEqual, recoverTypedDataAddress } from "viem";
import type { Job } from "../../../engine/job.ts";
import { VerdictReceipt } from "../../../engine/verdict.ts";
import { isLow } from "../low-signature.ts";
import { describeFlaw, quotePath, type ExactJson } from "../../json/exact-json.ts";
import { findAdded } from "./added-members.ts";
import { findHalfCharacter } from "./half-characters.ts";
import { digestOfRequest, digestOfVerdict, receiptData, signedPart } from "./statement.ts";

/** Who signed an answer, or what is wrong with it. */
export type CheckedReceipt =
  | Readonly<{ ok: true; receipt: VerdictReceipt; problems: readonly [] }>
  | Readonly<{ ok: false; receipt: VerdictReceipt | undefined; problems: readonly string[] }>;

/** What is in an answer and not signed: it differs each time that the answer is given. */
const notSigned = ["meta.request_id"];

/**
 * Whether the signer that an answer names did sign it as it is, and for this request where one is given. All that the
 * text holds must be signed: what the digest covers, the receipt's own members, and nothing else.
 */
export async function checkReceipt({ value, flaws }: ExactJson, job?: Job): Promise<CheckedReceipt> {
  if (flaws.length > 0) return { ok: false, receipt: undefined, problems: flaws.map(describeFlaw) };
  const read = readReceipt(value);
  if ("problems" in read) return { ok: false, receipt: undefined, problems: read.problems };
  const { answer, receipt } = read;
  const problems = [
    ...problemsOfDigest(answer, receipt.verdict_sha256),
    ...(job === undefined || digestOfRequest(job) === receipt.request_sha256
      ? []
      : ["The receipt is for another request: its SHA-256 differs from `request_sha256`."]),
    ...(await problemsOfSignature(receipt)),
  ];
  return problems.length > 0 ? { ok: false, receipt, problems } : { ok: true, receipt, problems: [] };
}

type Answer = Readonly<{ meta: Readonly<{ receipt?: unknown; request_id?: unknown }> }>;
type Unread = Readonly<{ problems: readonly string[] }>;

function readReceipt(response: unknown): Unread | Readonly<{ answer: Answer; receipt: VerdictReceipt }> {
  if (!isAnswer(response)) return { problems: ["This is not an answer: it has no `meta`."] };
  const { receipt } = response.meta;
  if (receipt === undefined || receipt === null)
    return { problems: ["The answer has no receipt: `meta.receipt` is empty."] };
  const read = VerdictReceipt.safeParse(receipt);
  if (!read.success) {
    const [issue] = read.error.issues;
    return {
      problems: [
        `${quotePath(["meta", "receipt", ...(issue?.path ?? [])])} cannot be read: ${issue?.message}.`,
      ],
    };
  }
  const problems = [...problemsBeside(receipt), ...problemsOfTexts(response), ...problemsOfId(response)];
  return problems.length > 0 ? { problems } : { answer: response, receipt: read.data };
}

function isAnswer(response: unknown): response is Answer {
  if (typeof response !== "object" || response === null || !Object.hasOwn(response, "meta")) return false;
  const { meta } = response as { meta: unknown };
  return typeof meta === "object" && meta !== null;
}

/** The digest leaves the receipt out, so all that it holds must be its own. */
function problemsBeside(receipt: object): string[] {
  const others = Object.keys(receipt).filter((name) => !Object.hasOwn(VerdictReceipt.shape, name));
  return others.map((name) => `${quotePath(["meta", "receipt", name])} is not signed.`);
}

/** It has no form that could have been signed. */
function problemsOfTexts(response: Answer): string[] {
  const path = findHalfCharacter(response);
  return path === undefined
    ? []
    : [`${quotePath(path)} contains a lone surrogate, which is not a character.`];
}

/** The digest leaves the request id out, too: as far as it goes, it must at least be one. */
function problemsOfId({ meta: { request_id: id } }: Answer): string[] {
  const isId = id === null || (typeof id === "string" && /^[\w.:-]{1,128}$/.test(id));
  return isId ? [] : ["`meta.request_id` is not signed, and is not a request id."];
}

function problemsOfDigest(answer: Answer, signed: string): string[] {
  if (digestOfVerdict(answer) === signed) return [];
  const added = findAdded(signedPart(answer), signed).slice(0, 10).map(quotePath);
  const cause =
    added.length > 0
      ? `${added.join(", ")} ${added.length > 1 ? "are" : "is"} not signed.`
      : "its SHA-256 differs from `verdict_sha256`.";
  return [`The answer is not the one that was signed: ${cause}`];
}

async function problemsOfSignature(receipt: VerdictReceipt): Promise<string[]> {
  const { signer, ...statement } = receipt;
  const signature = statement.signature as `0x${string}`;
  const invalid = "`meta.receipt.signature` is not a valid signature.";
  // One form only, as it is signed: else the text could be changed and still count.
  if (!/^0x[0-9a-f]{128}1[bc]$/.test(signature) || !isLow(signature)) return [invalid];
  try {
    const found = await recoverTypedDataAddress({ ...receiptData(statement), signature });
    if (found === signer) return [];
    if (isAddressEqual(found, signer.toLowerCase() as `0x${string}`))
      return [
        `\`meta.receipt.signer\` is written differently: its upper and lower case letters are ${found}.`,
      ];
  } catch {
    return [invalid];
  }
  return ["The signature is not by `meta.receipt.signer`, or the receipt was changed after signing."];
}

/** The result of a check, for programs. */
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
    not_signed: ok ? notSigned : [],
    problems,
  };
}
