import type { Proof } from "./proof.ts";

/** What a proof came to, for people. */
export function toText(proof: Proof): string {
  const { deposits, checkouts, contradictions } = proof;
  const facts: [string, string][] = [
    [
      "accounts",
      `${proof.accounts}, holding ${proof.credits} credits and ${proof.remainderWei} wei left over${proof.owed > 0 ? `, owing ${proof.owed} credits` : ""}`,
    ],
    ["entries", String(proof.entries)],
    [
      "deposits",
      `${deposits.credited} credited, ${deposits.unclaimed} unclaimed (${proof.unclaimedWei} wei), ${deposits.seen} seen`,
    ],
    ["reservations", `${proof.reservationsSettled} settled`],
    ["checkouts", `${checkouts.credited} credited, ${checkouts.open} open, ${checkouts.closed} closed`],
  ];
  const walked = facts.map(([name, fact]) => `  ${name.padEnd(13)}${fact}`);
  if (contradictions.length === 0) return ["Nothing contradicts.", ...walked].join("\n");
  const heading =
    contradictions.length === 1 ? "1 contradiction:" : `${contradictions.length} contradictions:`;
  return [heading, ...contradictions.map((sentence) => `  - ${sentence}`), "Walked:", ...walked].join("\n");
}

/** The same for programs. */
export function describeProof(proof: Proof) {
  return {
    ok: proof.contradictions.length === 0,
    accounts: proof.accounts,
    entries: proof.entries,
    credits: proof.credits,
    owed: proof.owed,
    remainder_wei: String(proof.remainderWei),
    deposits: proof.deposits,
    unclaimed_wei: String(proof.unclaimedWei),
    reservations_settled: proof.reservationsSettled,
    checkouts: proof.checkouts,
    contradictions: proof.contradictions,
  };
}
