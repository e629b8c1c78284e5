import { expect, test } from "vitest";
import { Fault, isRefusalCode, faults, type FaultCode } from "../../parts/faults.ts";

/** The refusal table of CONTRACT.md, section 2: status and remedy of every code. */
const contract: Record<string, [status: number, action?: string]> = {
  bad_request: [400, "fix_request"],
  unsupported_language: [400, "fix_request"],
  malformed_payment: [400, "fix_request"],
  unauthorized: [401, "mint_key"],
  payment_required: [402, "buy_credits"],
  not_found: [404],
  method_not_allowed: [405],
  not_acceptable: [406],
  unsupported_mode: [409],
  payment_conflict: [409, "pay_again"],
  too_large: [413, "shorten"],
  unsupported_media_type: [415, "fix_request"],
  quota_exhausted: [429, "wait"],
  rate_limited: [429, "wait"],
  internal_error: [500],
  engine_unavailable: [503, "retry"],
  busy: [503, "retry"],
  card_unavailable: [503, "buy_credits"],
  payment_unavailable: [503, "retry"],
  store_unavailable: [503, "retry"],
};

/** Faults that never leave the process, and whether to retry. */
const inside: Partial<Record<FaultCode, "retry" | "fix_request">> = {
  chain_unavailable: "retry",
  content_unavailable: "retry",
  content_invalid: "fix_request",
};

const all = Object.keys(faults) as FaultCode[];
const codes = all.filter(isRefusalCode);

test.for(codes)("%s has the status and the remedy of the contract", (code) => {
  const { kind, action } = new Fault(code);
  expect([kind.http, action]).toEqual([contract[code]?.[0], contract[code]?.[1]]);
});

test("an internal fault has no status, and says whether to retry", () => {
  const others = all.filter((code) => !isRefusalCode(code));
  expect(Object.fromEntries(others.map((code) => [code, new Fault(code).action]))).toEqual(inside);
});

test("the codes of the specification exist", () => {
  expect(codes).toEqual(expect.arrayContaining(["bad_request", "engine_unavailable", "internal_error"]));
});

test.for(all)("%s is explained in one sentence", (code) => {
  expect(new Fault(code).message).toMatch(/^[A-Z`].+\.$/);
});

test("required authentication and required payment have their own JSON-RPC codes", () => {
  const rpc = codes.map((code) => [code, new Fault(code).kind.rpc]);
  const others = codes.filter((code) => code !== "unauthorized" && code !== "payment_required");
  expect(Object.fromEntries(rpc)).toEqual({
    unauthorized: -32010,
    payment_required: -32011,
    ...Object.fromEntries(others.map((code) => [code, -32012])),
  });
});

test("a fault keeps its cause, its message and its remedy", () => {
  const cause = new Error("the socket closed");
  const fault = new Fault("quota_exhausted", { message: "Spent.", action: "mint_key", limit: 3 }, { cause });
  expect(fault).toMatchObject({ message: "Spent.", action: "mint_key", cause, detail: { limit: 3 } });
});
