import { expect, test } from "vitest";
import { toPaymentError } from "../../../../service/entrances/a2a/payment-error.ts";

const accepts = [{ network: "eip155:8453" }] as never;

test.for([
  ["insufficient_funds", "INSUFFICIENT_FUNDS"],
  ["invalid_exact_evm_insufficient_balance", "INSUFFICIENT_FUNDS"],
  ["invalid_exact_evm_nonce_already_used", "DUPLICATE_NONCE"],
  ["invalid_exact_evm_payload_authorization_valid_before", "EXPIRED_PAYMENT"],
  ["invalid_exact_evm_payload_authorization_value_mismatch", "INVALID_AMOUNT"],
  ["invalid_payment_requirements", "INVALID_AMOUNT"],
  ["invalid_exact_evm_network_mismatch", "NETWORK_MISMATCH"],
  ["invalid_exact_evm_signature", "INVALID_SIGNATURE"],
  ["invalid_exact_evm_payload_signature", "INVALID_SIGNATURE"],
  ["invalid_exact_evm_transaction_failed", "SETTLEMENT_FAILED"],
  ["an unknown reason", "SETTLEMENT_FAILED"],
])("%s is reported as %s", ([reason, code]) => {
  const payment = { accepted: { network: "eip155:8453" } };
  expect(toPaymentError({ x402Version: 2, error: reason!, accepts } as never, payment)).toBe(code);
});

test("a payment for an unsupported network is reported as that, whatever else is wrong", () => {
  const payment = { accepted: { network: "eip155:1" } };
  const challenge = { x402Version: 2, error: "invalid_payment_requirements", accepts } as never;
  expect(toPaymentError(challenge, payment)).toBe("NETWORK_MISMATCH");
});
