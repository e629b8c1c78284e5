import { decodePaymentRequiredHeader } from "@x402/core/http";
import type { PaymentPayload } from "@x402/core/types";
import {
  appendPaymentIdentifierToExtensions,
  generatePaymentId,
  PAYMENT_IDENTIFIER,
  validatePaymentIdentifier,
} from "@x402/extensions/payment-identifier";
import { wrapFetchWithPayment } from "@x402/fetch";
import { expect, test } from "vitest";
import { systemClock, type Clock } from "../../../../platform/clock.ts";
import { payPerCall, signingClient } from "../../../support/pay-per-call.ts";
import { emptyWallet } from "../../../support/token-authorizations.ts";
import { authorizationOf, useX402Stage } from "../../../support/x402-stage.ts";

const stage = useX402Stage();
const price = 10_000n;
const once = { earned: price, spent: price };
const hourMs = 3_600_000;

test("the SDK's own client names its purchase, signs again later, and pays once", async () => {
  await using service = await stage.open();
  const payer = stage.chain.users[0]!;
  const moved = await stage.ledger(payer);
  const identifier = generatePaymentId();
  const client = signingClient(payer).registerExtension({
    key: PAYMENT_IDENTIFIER,
    enrichPaymentPayload: async (payload) => {
      appendPaymentIdentifierToExtensions(payload.extensions ?? {}, identifier);
      return payload;
    },
  });
  const call = async (code: string) =>
    wrapFetchWithPayment(fetch, client)(`${service.url}/v1/x402/static`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
    });
  const first = await call("named = 1\n");
  expect(first.status).toBe(200);
  const again = await call("named = 1\n");
  expect(again.headers.get("payment-response")).toBe(first.headers.get("payment-response"));
  expect(again.headers.get("x-svc-repeat")).toBe("1");
  const other = await call("named = 2\n");
  expect([other.status, ((await other.json()) as { error: string }).error]).toEqual([
    409,
    "payment_conflict",
  ]);
  expect([service.runs(), await moved()]).toEqual([1, once]);
});

test("a named purchase can be read again for a day, with any payment of the same name", async () => {
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  await using service = await stage.open({ overrides: { clock } });
  const payer = stage.chain.users[4]!;
  const moved = await stage.ledger(payer);
  const validBefore = BigInt(Math.floor(Date.now() / 1000) + 48 * 3600);
  const sign = async (identifier: string) => {
    const payment = await service.sign("static", payer, { validBefore });
    appendPaymentIdentifierToExtensions(payment.extensions!, identifier);
    return payment;
  };
  const identifier = generatePaymentId();
  const job = { code: "named = 3\n" };
  const first = await service.post("static", job, await sign(identifier));
  aheadMs = 23 * hourMs;
  const again = await service.post("static", job, await sign(identifier));
  expect([again.status, again.receipt]).toEqual([200, first.receipt]);
  expect([service.runs(), await moved()]).toEqual([1, once]);
  const other = await service.post("static", job, await sign(generatePaymentId()));
  expect([other.status, service.runs()]).toEqual([200, 2]);
  expect(await moved()).toEqual({ earned: 2n * price, spent: 2n * price });
});

test("the offer has the extension in the form that the SDK reads", async () => {
  await using service = await stage.open();
  const { headers } = await fetch(`${service.url}/v1/x402/static`, { method: "POST" });
  const { extensions } = decodePaymentRequiredHeader(headers.get("payment-required")!);
  expect(extensions![PAYMENT_IDENTIFIER]).toMatchObject({ info: { required: false } });
  expect(validatePaymentIdentifier(extensions![PAYMENT_IDENTIFIER])).toEqual({ valid: true });
});

test("a payer who spent the last money on the purchase still gets it", async () => {
  await using service = await stage.open();
  const payer = stage.chain.users[1]!;
  const { token } = stage.chain.payments;
  const identifier = generatePaymentId();
  const { sign, post } = payPerCall(service.url, payer);
  const job = { code: "emptied = 1\n" };
  const first = await post("static", job, await sign("static", identifier));
  expect(first.status).toBe(200);
  await emptyWallet(stage.chain, payer);
  const moved = await stage.ledger(payer);
  const again = await post("static", job, await sign("static", identifier));
  expect([again.status, again.receipt]).toEqual([200, first.receipt]);
  const other = await post("static", job, await sign("static", generatePaymentId()));
  expect(other.status).toBe(200);
  const unbought = await post("static", { code: "unbought = 1\n" }, await sign("static"));
  expect([unbought.status, unbought.required!.error]).toEqual([
    402,
    "invalid_exact_evm_insufficient_balance",
  ]);
  expect([service.runs(), await moved(), await token.read.balanceOf([payer.address])]).toEqual([
    1,
    { earned: 0n, spent: 0n },
    0n,
  ]);
});

test("a payment that may be settled is settled before another under its identifier", async () => {
  await using service = await stage.open();
  const payer = stage.chain.users[2]!;
  const moved = await stage.ledger(payer);
  const identifier = generatePaymentId();
  const { sign, post } = payPerCall(service.url, payer);
  const job = { code: "perhaps = 1\n" };
  const first = await sign("static", identifier);
  stage.facilitator.fail("settle", "pending");
  const unsure = await post("static", job, first);
  expect([unsure.status, unsure.body.error]).toEqual([503, "payment_unavailable"]);
  const stillUnsure = await post("static", job, await sign("static", identifier));
  expect([stillUnsure.status, stillUnsure.body.error]).toEqual([503, "payment_unavailable"]);
  stage.facilitator.fail("settle", undefined);
  const served = await post("static", job, await sign("static", identifier));
  expect(served.status).toBe(200);
  const { nonce } = authorizationOf(first);
  expect(await stage.chain.payments.token.read.authorizationState([payer.address, nonce])).toBe(true);
  expect((await post("static", job, first)).receipt).toEqual(served.receipt);
  expect([service.runs(), await moved()]).toEqual([1, once]);
});

test.for<[string, unknown]>([
  ["too short", { info: { required: false, id: "short" } }],
  ["too long", { info: { required: false, id: "a".repeat(129) } }],
  ["of other characters", { info: { required: false, id: "0123456789 abcdef" } }],
  ["not text", { info: { required: false, id: 1234567890123456 } }],
  ["without `info`", {}],
  ["not an object", "0123456789abcdef"],
])("an identifier that is %s is refused, and nothing is worked or charged", async ([, extension]) => {
  await using service = await stage.open();
  const payer = stage.chain.users[3]!;
  const moved = await stage.ledger(payer);
  const payment = await service.sign("static", payer);
  const extensions = { ...payment.extensions, [PAYMENT_IDENTIFIER]: extension };
  const sent = { ...payment, extensions } as PaymentPayload;
  const { status, body } = await service.post("static", { code: "x = 1\n" }, sent);
  expect([status, body.error]).toEqual([400, "malformed_payment"]);
  expect(body.message).toContain("payment-identifier");
  expect([service.runs(), await moved()]).toEqual([0, { earned: 0n, spent: 0n }]);
});
