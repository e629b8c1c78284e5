/** Where money stands that went back to who paid by card: `returned` came to us again, and stays so. */
export type ReversalState = "taken" | "returned";

/** A refund or a dispute, by the processor's own name for it, and the payment that it is about. */
export type Reversal = Readonly<{
  reference: string;
  account: string;
  /** The checkout that was paid. */
  session: string;
  atMs: number;
}>;

/**
 * Credits that were paid for and whose money went back. Each refund and each dispute is taken once and returned at most
 * once, in whichever order and however often they are told of. Several of one checkout add up to what it sold, and no
 * more. A balance never falls below zero: what it does not cover is owed, and an account that owes is frozen.
 */
export type Reversals = Readonly<{
  /** Takes the share of what the checkout `sold` that `cents` of its money were paid for. */
  reverse(
    reversal: Reversal &
      Readonly<{ cents: number; sold: Readonly<{ credits: number; amountCents: number }> }>,
  ): Promise<"reversed" | "settled">;
  /** Gives back what a reversal took: first from what is owed. One that is not known yet can no longer be taken. */
  returnReversal(reversal: Reversal): Promise<"returned" | "settled">;
  /** Pays what an account owes from what it holds by now. Answers what it still owes. */
  collectOwed(account: string, atMs: number): Promise<number>;
}>;

/** How many more credits a checkout's reversals take, now that so much of its money went back. */
export function creditsDue(
  { credits, amountCents }: Readonly<{ credits: number; amountCents: number }>,
  { cents, taken }: Readonly<{ cents: number; taken: number }>,
): number {
  const share = Math.floor((credits * Math.min(cents, amountCents)) / amountCents);
  return Math.max(0, share - taken);
}

/** Several payments of what is owed are told apart by their number. */
export function owedReference(account: string, n: number): string {
  return `owed:${account}:${n}`;
}
