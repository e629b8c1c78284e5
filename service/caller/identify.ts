import { Fault } from "../../parts/faults.ts";
import type { LimitParts, CallerParts, ProcessParts, StoreParts } from "../parts.ts";
import type { KeyRecord } from "../../parts/store/store.ts";
import { fingerprintAddress } from "./address.ts";
import { fingerprintOf } from "./keys.ts";
import { findBearer, isAccessToken } from "./oauth/access-token.ts";
import { isOneOf } from "./same-secret.ts";

/** What a request brings to say who it is from. */
export type Credential = Readonly<{
  /** The bearer or key it was sent with. */
  secret: string | undefined;
  /** The caller's network address. */
  address: string;
  /** Signed tokens are good here too: they are made for one entrance, and no other takes them. */
  takesTokens?: boolean;
  /** The account of a wallet that has proved, for this very request, to be asking. */
  wallet?: string;
}>;

/** Whom a call is charged to. `account` is what allowances, credits and remembered answers hang on. */
export type Billed = Readonly<{
  kind: "key" | "wallet" | "trial" | "operator";
  account: string;
  /** Credits of payments that were reversed, and that the key did not have: with any of these it is frozen. */
  owed?: number;
}>;

/** Who is asking, and from where: the fingerprint of an address. */
export type Caller = Billed &
  Readonly<{
    address: string;
    /** Where the key was recognised and not looked up: looks it up, once, and refuses as `identify` does. */
    confirm?: () => Promise<Caller>;
  }>;

type Needs = ProcessParts & StoreParts & CallerParts & LimitParts;

/**
 * The caller by a key that this process found within the last minute. Whether it still is one shows when it is charged, in the same
 * round trip; who does not come so far has to `confirm` it.
 */
export function recognise(parts: Needs, credential: Credential): Caller | undefined {
  const { secret, address, takesTokens = false, wallet } = credential;
  if (secret === undefined || wallet !== undefined || (takesTokens && isAccessToken(secret)))
    return undefined;
  const account = fingerprintOf(secret);
  if (!parts.knownKeys.has(account)) return undefined;
  let confirming: Promise<Caller> | undefined;
  const confirm = async (): Promise<Caller> => {
    parts.knownKeys.forget(account);
    return identify(parts, credential);
  };
  return {
    kind: "key",
    account,
    address: fingerprintAddress(address, parts.addressSecret),
    confirm: async () => (confirming ??= confirm()),
  };
}

/** A key, a token that names one, the operator's own secret, or, where trials are given away, only an address. */
export async function identify(parts: Needs, credential: Credential): Promise<Caller> {
  const { secret, address, takesTokens = false } = credential;
  const { config, addressSecret, limits } = parts;
  const from = fingerprintAddress(address, addressSecret);
  if (credential.wallet !== undefined) return { kind: "wallet", account: credential.wallet, address: from };
  if (secret === undefined) {
    if (config.TRIAL_CALLS_PER_DAY > 0) return { kind: "trial", account: `trial:${from}`, address: from };
    throw new Fault("unauthorized", { message: "This call needs a key." });
  }
  if (isOneOf([config.SERVICE_KEY, config.SERVICE_KEY_OLD], secret))
    return { kind: "operator", account: "operator", address: from };
  const isToken = takesTokens && isAccessToken(secret);
  const key = isToken ? await findBearer(parts, secret) : await findKey(parts, secret);
  if (key && !isToken && key.owed === undefined) parts.knownKeys.note(key.fingerprint);
  if (key) return { ...(await toBilled(parts, key)), address: from };
  await limits.keep("unknownKeys", from);
  const message = isToken
    ? "This access token was not issued by this service. Sign in again."
    : "Unknown key. It may have been revoked.";
  throw new Fault("unauthorized", { message });
}

/** Looked up by digest: how long that takes says nothing about the key itself. */
async function findKey({ store }: Pick<Needs, "store">, key: string): Promise<KeyRecord | undefined> {
  return store.findKey(fingerprintOf(key));
}

/** What a key bought since it was frozen pays first what it owes. */
async function toBilled({ store, clock }: Needs, { fingerprint: account, owed }: KeyRecord): Promise<Billed> {
  const stillOwed = owed === undefined ? 0 : await store.collectOwed(account, clock.now());
  return { kind: "key", account, ...(stillOwed > 0 && { owed: stillOwed }) };
}

/** As `identify`, for what only a key can ask. */
export async function identifyKey(parts: Needs, credential: Credential): Promise<string> {
  if (credential.secret !== undefined) {
    const caller = await identify(parts, credential);
    if (caller.kind === "key") return caller.account;
  }
  throw new Fault("unauthorized", { message: "This call needs a key." });
}
