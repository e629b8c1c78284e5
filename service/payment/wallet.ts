import { createHmac } from "node:crypto";
import { utcDay } from "../../platform/clock.ts";
import { countDeposit } from "../../parts/store/visits.ts";
import type { CallerParts, ProcessParts, StoreParts } from "../parts.ts";
import { nativeTerms } from "../terms/native.ts";

type Needs = ProcessParts & StoreParts & CallerParts;

/** How many of the newest unclaimed deposits are searched for those of a wallet. */
const maxUnclaimed = 1000;

/**
 * The account of a wallet: it has no allowance, and what the wallet deposited. It is named like a key's, by a keyed hash:
 * no text is known whose fingerprint it is, so no key opens it.
 */
export function walletAccount(
  { addressSecret }: Pick<Needs, "addressSecret">,
  wallet: `0x${string}`,
): string {
  return createHmac("sha256", addressSecret).update(`wallet ${wallet}`).digest("hex");
}

/** Credits a wallet's account with what the wallet deposited for no key. Only who proved to be the wallet may ask. */
export async function claimDepositsOf(parts: Needs, wallet: `0x${string}`): Promise<void> {
  const { store, clock, config, log } = parts;
  const terms = nativeTerms(config);
  if (!terms) return;
  const unclaimed = await store.listUnclaimed({ chainId: terms.chainId, sinceMs: 0, limit: maxUnclaimed });
  const own = unclaimed.filter(({ sender }) => sender.toLowerCase() === wallet);
  if (own.length === 0) return;
  const account = walletAccount(parts, wallet);
  const atMs = clock.now();
  const record = { fingerprint: account, createdAtMs: atMs, origin: "wallet" };
  await store.addKey(record, { address: account, day: utcDay(atMs), limit: 1 });
  for (const { reference } of own) {
    const decided = await store.claimDeposit(reference, { account, priceWei: String(terms.priceWei), atMs });
    if (!decided) continue;
    await countDeposit(parts, decided);
    const { state, credits, isNew } = decided;
    if (isNew) log.info("a deposit was credited to its sender's wallet", { reference, state, credits });
  }
}
