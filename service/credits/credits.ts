import { utcDay } from "../../platform/clock.ts";
import type { Account } from "../../parts/store/store.ts";
import type { Parts } from "../parts.ts";

/** Adds credits to a key, once per reference. Answers what the key holds then, or that it is not known. */
export async function grantCredits(
  { store, clock }: Pick<Parts, "store" | "clock">,
  fingerprint: string,
  { credits, reference }: { credits: number; reference: string },
): Promise<Account | "unknown key"> {
  if ((await store.findKey(fingerprint)) === undefined) return "unknown key";
  const now = clock.now();
  await store.grant({ account: fingerprint, delta: credits, reason: "grant", reference, atMs: now });
  return store.readAccount(fingerprint, utcDay(now));
}
