import { SettleError, VerifyError, type SettleResponse } from "@x402/core/types";
import { describe, expect, test } from "vitest";
import {
  toFailedSettlement,
  toFailedVerification,
  toSettlement,
} from "../../../parts/x402/settling/settlement.ts";

const hash = `0x${"Ab".repeat(32)}`;
const answer = (said: Partial<SettleResponse>): SettleResponse => ({
  success: false,
  transaction: "",
  network: "eip155:8453",
  ...said,
});

describe("a facilitator that reports a payment as settled", () => {
  test("is believed when it names the transaction", () => {
    const settled = { outcome: "settled", transaction: hash.toLowerCase() };
    expect(toSettlement(answer({ success: true, transaction: hash }))).toEqual(settled);
  });

  test.for(["", "0x12", `${hash}00`, hash.slice(2), `x${hash.slice(1)}`])(
    "is not believed when the transaction is invalid: %j",
    (transaction) => {
      expect(toSettlement(answer({ success: true, transaction, errorReason: "signature" }))).toEqual({
        outcome: "not settled",
        reason: "signature",
        isFinal: false,
        transaction: undefined,
      });
    },
  );
});

describe("a facilitator that does not settle", () => {
  test.for([
    ["insufficient_funds", true],
    ["invalid_exact_evm_payload_signature", true],
    ["invalid_exact_evm_payload_authorization_valid_before", true],
    ["transaction_failed", false],
    ["unexpected_settle_error", false],
    [undefined, false],
  ] as const)("gives the reason %s, which is final: %s", ([errorReason, isFinal]) => {
    const reason = errorReason ?? "settlement_failed";
    const said = answer(errorReason === undefined ? {} : { errorReason });
    expect(toSettlement(said)).toEqual({ outcome: "not settled", reason, isFinal, transaction: undefined });
  });

  test("is not final when it names a transaction, whatever the reason", () => {
    const said = answer({ errorReason: "insufficient_funds", transaction: hash });
    expect(toSettlement(said)).toMatchObject({ isFinal: false, transaction: hash.toLowerCase() });
    expect(toSettlement({ ...said, transaction: "pending" })).toMatchObject({ isFinal: false });
  });

  test.for(["it broke: 0xSECRET", "", "a".repeat(101), "Ünwell"])(
    "does not have its own message shown to callers: %j",
    (errorReason) => {
      expect(toSettlement(answer({ errorReason }))).toMatchObject({ reason: "settlement_failed" });
    },
  );

  test("may have sent the payment when it throws: the transaction is looked up if it names one", () => {
    const unknown = { outcome: "not settled", reason: "unexpected_settle_error", isFinal: false };
    const thrown = new SettleError(500, answer({ errorReason: "insufficient_funds", transaction: hash }));
    expect(toFailedSettlement(thrown)).toEqual({ ...unknown, transaction: hash.toLowerCase() });
    expect(toFailedSettlement(new Error("reset"))).toEqual({ ...unknown, transaction: undefined });
  });
});

describe("a facilitator that throws during verification", () => {
  const refused = { isValid: false, invalidReason: "insufficient_funds" };

  test.for([400, 402, 422])("refuses the payment with status %i", (status) => {
    expect(toFailedVerification(new VerifyError(status, refused))).toEqual({
      isValid: false,
      reason: "insufficient_funds",
    });
    const silent = { isValid: false, invalidReason: "no words: of ours" };
    expect(toFailedVerification(new VerifyError(status, silent))).toEqual({
      isValid: false,
      reason: "invalid_payload",
    });
  });

  test.for([
    ["status 500", new VerifyError(500, refused)],
    ["status 429", new VerifyError(429, refused)],
    ["no status", new Error("reset")],
  ] as const)("decides nothing about the payment with %s", ([, error]) => {
    expect(toFailedVerification(error)).toBeUndefined();
  });
});
