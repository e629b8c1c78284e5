import { createHash, randomInt } from "node:crypto";
import { Fault } from "../../parts/faults.ts";
import { nextUtcMidnight, utcDay } from "../../platform/clock.ts";
import type { CallerParts, ProcessParts, StoreParts } from "../parts.ts";
import { fingerprintAddress } from "./address.ts";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const maxOriginCharacters = 64;

/** SHA-256 in lower-case hex: the only form in which a key is stored or logged. */
export function fingerprintOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function makeKey(): string {
  return `asy_${Array.from({ length: 40 }, () => base62[randomInt(base62.length)]).join("")}`;
}

/** A new free key, shown this once. An address gets only so many a day. */
export async function createKey(
  { store, clock, config, addressSecret }: ProcessParts & StoreParts & CallerParts,
  address: string,
  origin: string | undefined,
): Promise<{ key: string; fingerprint: string }> {
  const key = makeKey();
  const fingerprint = fingerprintOf(key);
  const now = clock.now();
  const outcome = await store.addKey(
    {
      fingerprint,
      createdAtMs: now,
      origin: origin?.slice(0, maxOriginCharacters) ?? null,
    },
    {
      address: fingerprintAddress(address, addressSecret),
      day: utcDay(now),
      limit: config.KEYS_PER_ADDRESS_PER_DAY,
      welcome: config.WELCOME_CREDITS,
    },
  );
  if (outcome === "refused") {
    throw new Fault("quota_exhausted", {
      message: `Limit reached: ${config.KEYS_PER_ADDRESS_PER_DAY} keys per IP address and day.`,
      resetAtMs: nextUtcMidnight(now),
    });
  }
  return { key, fingerprint };
}
