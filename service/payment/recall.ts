import { randomUUID } from "node:crypto";
import type { Verdict } from "../../engine/verdict.ts";
import { utcDay } from "../../platform/clock.ts";
import type { ProcessParts, StoreParts } from "../parts.ts";
import type { Billed } from "../caller/identify.ts";

/** The verdict that an account was given for a question, for as long as it is remembered. Costs and begins nothing. */
export async function recall(
  { store, clock, owner }: ProcessParts & StoreParts,
  { account }: Billed,
  digest: string,
): Promise<Verdict | undefined> {
  const atMs = clock.now();
  // Nothing may pay for it, so the store answers from memory or not at all.
  const unpaid = { id: randomUUID(), allowance: 0, credits: null };
  const begun = await store.beginCall({ ...unpaid, owner, account, digest, atMs, day: utcDay(atMs) });
  return begun.outcome === "answered" ? (JSON.parse(begun.answer) as Verdict) : undefined;
}
