import { hash } from "node:crypto";
import type { LedgerEntry } from "../../parts/store/store.ts";
import type { CheckoutState, DepositState } from "../../parts/store/treasury.ts";

/** What was walked, and what contradicts. */
export type Proof = {
  accounts: number;
  entries: number;
  credits: number;
  /** By accounts that are frozen. */
  owed: number;
  deposits: Record<DepositState, number>;
  unclaimedWei: bigint;
  remainderWei: bigint;
  reservationsSettled: number;
  checkouts: Record<CheckoutState, number>;
  contradictions: string[];
  /** For looking up later: entries by deposit or card, by reason and reference. */
  readonly payments: Map<string, LedgerEntry>;
  /** Whether an entry of this reason and reference was walked before. */
  isRepeated(entry: LedgerEntry): boolean;
};

export function startProof(): Proof {
  const walked = new Set<string>();
  return {
    accounts: 0,
    entries: 0,
    credits: 0,
    owed: 0,
    deposits: { seen: 0, credited: 0, unclaimed: 0 },
    unclaimedWei: 0n,
    remainderWei: 0n,
    reservationsSettled: 0,
    checkouts: { open: 0, credited: 0, closed: 0 },
    contradictions: [],
    payments: new Map(),
    isRepeated(entry) {
      // There may be millions: a digest takes less room than a name.
      const digest = hash("sha1", nameOf(entry), "binary");
      const isRepeated = walked.has(digest);
      walked.add(digest);
      return isRepeated;
    },
  };
}

export function nameOf({ reason, reference }: Pick<LedgerEntry, "reason" | "reference">): string {
  return `${reason} ${reference}`;
}
