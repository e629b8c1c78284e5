import { isAddressEqual, type Address } from "viem";
import type { Clock } from "../../../platform/clock.ts";
import { Fault } from "../../faults.ts";
import { createUsageByName } from "../../limits/usage-by-name.ts";
import type { Limits } from "../../limits/limits.ts";
import { limitTable } from "../../limits/table.ts";
import type { Payment } from "../read-payment.ts";
import { readSignature } from "./signature.ts";
import type { Terms, Verification, X402 } from "../x402.ts";

/** So far the clock of who signed may be ahead of ours. */
const slackS = 30;

/**
 * Verifies payments, the cheapest question first: what is plainly wrong costs nothing, and a facilitator or a node is
 * asked only so often for callers whose payments turn out bad. What cannot be verified now does not count as bad.
 */
export function createVerifier(
  { clock, limits }: Readonly<{ clock: Clock; limits: Limits }>,
  ask: (payment: Payment, terms: Terms) => Promise<Verification>,
): X402["verify"] {
  const countCaller = countBad(limits, "invalidPaymentsOfAddress", "from this IP address");
  const countPayer = countBad(limits, "invalidPaymentsOfPayer", "of this payer");

  return async (payment, terms, caller) => {
    const wrong = findProblem(payment, terms, clock.now());
    if (wrong !== undefined) return { isValid: false, reason: wrong };
    const counted = [await countCaller(caller)];
    let isBad = true;
    try {
      const signature = await readSignature(payment, terms);
      if (signature === "bad") return { isValid: false, reason: "invalid_exact_evm_signature" };
      isBad = false;
      // Only of who really signed: nobody else is to use up a payer's count.
      if (signature === "good") counted.push(await countPayer(payment.payer));
      const verified = await ask(payment, terms);
      isBad = !verified.isValid;
      return verified.isValid ? verified : { ...verified, isSigned: signature === "good" };
    } finally {
      for (const end of counted) await end(isBad);
    }
  };
}

/**
 * Counts the bad ones, with other replicas; of those that nobody has answered for yet, this process lets only so many in, so
 * that many at once are no way around the count. Where those fill it, it is not the payer who is in the way.
 */
function countBad(
  limits: Limits,
  limit: "invalidPaymentsOfAddress" | "invalidPaymentsOfPayer",
  whose: string,
): (name: string) => Promise<(isBad: boolean) => Promise<void>> {
  const refuse = (): Fault =>
    new Fault("payment_unavailable", {
      message: `Many payments ${whose} are being verified. Send this one again.`,
      retryAfterS: 2,
    });
  const waiting = createUsageByName({ maxPerName: limitTable[limit].max, refuse });

  return async (name) => {
    using begun = new DisposableStack();
    const held = begun.use(waiting.hold(name));
    held.add(1);
    // Refused where it is full of bad ones. A point that waited with the payment would stay where its replica dies.
    const undo = await limits.keep(limit, name);
    undo();
    const waits = begun.move();
    return async (isBad) => {
      waits.dispose();
      if (isBad) await limits.count(limit, name);
    };
  };
}

/** In a facilitator's word. How long it must be good is for who sells to say. */
function findProblem(
  { authorization }: Payment,
  { payTo, amount }: Terms,
  nowMs: number,
): string | undefined {
  const { to, value, validAfter } = authorization;
  if (!isAddressEqual(to, payTo as Address)) return "invalid_exact_evm_recipient_mismatch";
  if (BigInt(value) !== BigInt(amount)) return "invalid_exact_evm_payload_authorization_value_mismatch";
  return BigInt(validAfter) > BigInt(Math.floor(nowMs / 1000) + slackS)
    ? "invalid_exact_evm_payload_authorization_valid_after"
    : undefined;
}
