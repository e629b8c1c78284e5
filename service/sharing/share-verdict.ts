import { createHash, randomBytes, randomInt } from "node:crypto";
import { Fault } from "../../parts/faults.ts";
import type { ExactJson } from "../../parts/json/exact-json.ts";
import { sharedVerdictRoom as room } from "../../parts/limits/table.ts";
import { checkReceipt } from "../../parts/proof/receipts/check.ts";
import { fingerprintAddress } from "../caller/address.ts";
import { isOurReceiptSigner } from "../marketplace/our-signer.ts";
import type { Parts } from "../parts.ts";
import { readJob } from "../work/read-job.ts";
import type { SharedBody } from "./read-shared.ts";

const dayMs = 86_400_000;
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const idLength = 22;

type Given = Readonly<{ request: unknown; verdict: ExactJson; address: string }>;
type Shared = Readonly<{ id: string; expiresAtMs: number; deleteToken: string }>;

/** Keeps a verdict that this service signed for exactly this request, for those who are given the link. */
export async function shareVerdict(parts: Parts, { request, verdict, address }: Given): Promise<Shared> {
  const { store, clock, config, limits, addressSecret } = parts;
  if (config.SHARED_VERDICT_DAYS === 0)
    throw new Fault("not_found", { message: "This deployment does not share verdicts." });
  const body = await readSigned(parts, request, verdict);
  const owner = fingerprintAddress(address, addressSecret);
  const undo = await limits.keep("sharedVerdicts", owner);
  const now = clock.now();
  const id = makeId();
  const deleteToken = randomBytes(32).toString("base64url");
  const expiresAtMs = now + config.SHARED_VERDICT_DAYS * dayMs;
  const outcome = await store.shareVerdict(
    {
      id,
      owner,
      deleteHash: hashOf(deleteToken),
      createdAtMs: now,
      expiresAtMs,
      body: JSON.stringify(body),
    },
    { ...room, nowMs: now },
  );
  if (outcome === "shared") return { id, expiresAtMs, deleteToken };
  undo();
  throw outcome === "full" ? noRoom() : tooMany();
}

/** Anybody who shows the token that came with the link. */
export async function deleteShared(
  { store, clock }: Pick<Parts, "store" | "clock">,
  id: string,
  token: string,
): Promise<void> {
  const found = isSharedId(id) ? await store.findVerdict(id, clock.now()) : undefined;
  if (found?.deleteHash !== hashOf(token)) throw new Fault("not_found", { message: unknown });
  await store.deleteVerdict(id);
}

/** Not the form of any CID, so that one address serves both. */
export function isSharedId(id: string): boolean {
  return /^[0-9A-Za-z]{22}$/.test(id);
}

async function readSigned(parts: Parts, request: unknown, verdict: ExactJson): Promise<SharedBody> {
  const job = readJob(parts, request);
  const { code, files, mode, options } = job;
  const { ok, receipt, problems } = await checkReceipt(verdict, job);
  if (!ok) throw refuse(problems.join(" "));
  if (!isOurReceiptSigner(parts, receipt.signer)) throw refuse("The receipt was signed by another service.");
  return { request: { code, ...(files && { files }), mode, options }, verdict: verdict.value as object };
}

function refuse(message: string): Fault {
  return new Fault("bad_request", {
    message,
    hint: "Send the request and the whole answer of this service, as they were.",
    fields: [{ loc: ["verdict"], msg: message, type: "not_accepted" }],
  });
}

function tooMany(): Fault {
  return new Fault("rate_limited", {
    message: `Limit reached: ${room.maxOfOwner} shared verdicts, or ${room.maxBytesOfOwner / 1_000_000} MB of them, per IP address.`,
    hint: "Delete one that you no longer need, or wait until one expires.",
  });
}

function noRoom(): Fault {
  return new Fault("busy", {
    message: "There is no room for more shared verdicts right now.",
    retryAfterS: 3600,
  });
}

function makeId(): string {
  return Array.from({ length: idLength }, () => base62[randomInt(base62.length)]).join("");
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

const unknown = "There is no shared verdict with this id and this token.";
