import { createHash, timingSafeEqual } from "node:crypto";
import { Fault } from "../faults.ts";
import type { Parts } from "../parts.ts";
import { fingerprintAddress } from "./address.ts";
import { fingerprintOf } from "./keys.ts";

/** What a request brings to say who it is from. */
export type Credential = Readonly<{
  /** The bearer or key it was sent with. */
  secret: string | undefined;
  /** The caller's network address. */
  address: string;
}>;

/** Who is asking. `account` is what allowances, credits and remembered answers hang on. */
export type Caller = Readonly<{ kind: "key" | "trial" | "operator"; account: string }>;

type Needs = Pick<Parts, "store" | "config" | "addressSecret" | "guesses">;

/** A key, the operator's own secret, or, where trials are given away, only an address. */
export async function identify(parts: Needs, { secret, address }: Credential): Promise<Caller> {
  const { store, config, addressSecret, guesses } = parts;
  const addressFingerprint = fingerprintAddress(address, addressSecret);
  if (secret === undefined) {
    if (config.TRIAL_CALLS_PER_DAY > 0) return { kind: "trial", account: `trial:${addressFingerprint}` };
    throw new Fault("unauthorized", { message: "This call needs a key." });
  }
  if (isOperator(config.SERVICE_KEY, secret)) return { kind: "operator", account: "operator" };
  const fingerprint = fingerprintOf(secret);
  // Looked up by digest: how long that takes says nothing about the key itself.
  if ((await store.findKey(fingerprint)) !== undefined) return { kind: "key", account: fingerprint };
  guesses.note(addressFingerprint);
  throw new Fault("unauthorized", { message: "This key is not known here; it may have been revoked." });
}

/** As `identify`, for what only a key can ask. */
export async function identifyKey(parts: Needs, credential: Credential): Promise<string> {
  if (credential.secret !== undefined) {
    const caller = await identify(parts, credential);
    if (caller.kind === "key") return caller.account;
  }
  throw new Fault("unauthorized", { message: "This call needs a key." });
}

function isOperator(serviceKey: string | undefined, secret: string): boolean {
  if (serviceKey === undefined) return false;
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(serviceKey), digest(secret));
}
