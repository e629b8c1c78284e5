import { isAddressEqual, type Address } from "viem";
import type { Clock } from "../../../platform/clock.ts";
import { createPace } from "../pace.ts";
import type { Payment } from "./read-payment.ts";
import { readSignature } from "./signature.ts";
import type { Terms, Verification, X402 } from "./x402.ts";

/** How many bad payments a minute are looked at: of one address, and of one payer who signed them. */
const maxOfCaller = 60;
const maxOfPayer = 20;
/** So far the clock of who signed may be ahead of ours. */
const slackS = 30;

/**
 * Verifies payments, the cheapest question first: what is plainly wrong costs nothing, and a facilitator or a node is
 * asked only so often for callers whose payments turn out bad. What cannot be verified now does not count as bad.
 */
export function createVerifier(
  clock: Clock,
  ask: (payment: Payment, terms: Terms) => Promise<Verification>,
): X402["verify"] {
  const countCaller = createPace(clock, {
    maxAMinute: maxOfCaller,
    message: "Too many invalid payments from this IP address.",
  });
  const countPayer = createPace(clock, {
    maxAMinute: maxOfPayer,
    message: "Too many invalid payments of this payer.",
  });

  return async (payment, terms, caller) => {
    const wrong = whyWrong(payment, terms, clock.now());
    if (wrong !== undefined) return { isValid: false, reason: wrong };
    const undo = [countCaller(caller)];
    const signature = await readSignature(payment, terms);
    if (signature === "bad") return { isValid: false, reason: "invalid_exact_evm_signature" };
    let isBad = false;
    try {
      // Only of who really signed: nobody else is to use up a payer's count.
      if (signature === "good") undo.push(countPayer(payment.payer));
      const verified = await ask(payment, terms);
      isBad = !verified.isValid;
      return verified.isValid ? verified : { ...verified, isSigned: signature === "good" };
    } finally {
      if (!isBad) for (const uncount of undo) uncount();
    }
  };
}

/** In a facilitator's word. How long it must be good is for who sells to say. */
function whyWrong({ authorization }: Payment, { payTo, amount }: Terms, nowMs: number): string | undefined {
  const { to, value, validAfter } = authorization;
  if (!isAddressEqual(to, payTo as Address)) return "invalid_exact_evm_recipient_mismatch";
  if (BigInt(value) !== BigInt(amount)) return "invalid_exact_evm_payload_authorization_value_mismatch";
  return BigInt(validAfter) > BigInt(Math.floor(nowMs / 1000) + slackS)
    ? "invalid_exact_evm_payload_authorization_valid_after"
    : undefined;
}
