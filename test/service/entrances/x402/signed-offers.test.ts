import { decodePaymentRequiredHeader } from "@x402/core/http";
import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  findAcceptsObjectFromSignedOffer,
  verifyOfferSignatureEIP712,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureEIP712,
  type EIP712SignedOffer,
  type EIP712SignedReceipt,
} from "@x402/extensions/offer-receipt";
import { expect, test } from "vitest";
import { systemClock, type Clock } from "../../../../platform/clock.ts";
import { payingFetch, payPerCall } from "../../../support/pay-per-call.ts";
import { useX402Stage, type PaidService } from "../../../support/x402-stage.ts";

const stage = useX402Stage();

async function ask(service: PaidService, mode = "static") {
  const response = await fetch(`${service.url}/v1/x402/${mode}`, { method: "POST" });
  const required = decodePaymentRequiredHeader(response.headers.get("payment-required")!);
  return { required, offers: extractOffersFromPaymentRequired(required) as EIP712SignedOffer[] };
}

test("an offer is signed with the answer key, and covers the terms in `accepts`", async () => {
  await using service = await stage.open();
  for (const mode of ["static", "repair", "execute"]) {
    const { required, offers } = await ask(service, mode);
    expect(offers).toHaveLength(required.accepts.length);
    for (const offer of offers) {
      const { signer, payload } = await verifyOfferSignatureEIP712(offer);
      expect(signer).toBe(service.parts.receipts.signer);
      expect(findAcceptsObjectFromSignedOffer(offer, required.accepts)).toEqual(required.accepts[0]);
      expect(payload.resourceUrl).toBe(required.resource.url);
      const forged = { ...offer, payload: { ...payload, amount: "1" } };
      expect((await verifyOfferSignatureEIP712(forged)).signer).not.toBe(signer);
    }
  }
});

test("an offer is valid for ten to twenty minutes, and is signed once per window", async () => {
  let nowMs = systemClock.now();
  const clock: Clock = { ...systemClock, now: () => nowMs };
  await using service = await stage.open({ overrides: { clock } });
  const first = await ask(service);
  const leftS = first.offers[0]!.payload.validUntil - nowMs / 1000;
  expect(leftS).toBeGreaterThanOrEqual(600);
  expect(leftS).toBeLessThanOrEqual(1200);
  expect((await ask(service)).offers).toEqual(first.offers);
  nowMs += 600_000;
  const later = await ask(service);
  expect(later.offers[0]!.payload.validUntil).toBe(first.offers[0]!.payload.validUntil + 600);
});

test("a payment is answered with a signed receipt, and a repeated one with the same", async () => {
  await using service = await stage.open();
  const payer = stage.chain.users[0]!;
  const { offers } = await ask(service);
  const [offer] = decodeSignedOffers(offers);
  const response = await payingFetch(payer)(`${service.url}/v1/x402/static`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: "receipt = 1\n" }),
  });
  const receipt = extractReceiptFromResponse(response) as EIP712SignedReceipt;
  const { signer, payload } = await verifyReceiptSignatureEIP712(receipt);
  expect(signer).toBe(service.parts.receipts.signer);
  expect(verifyReceiptMatchesOffer(receipt, offer!, [payer.address])).toBe(true);
  expect(verifyReceiptMatchesOffer(receipt, offer!, [stage.chain.users[1]!.address])).toBe(false);
  const { status } = await stage.chain.clients.public.getTransactionReceipt({
    hash: payload.transaction as `0x${string}`,
  });
  expect(status).toBe("success");
  const { sign, post } = payPerCall(service.url, payer);
  const again = await post("static", { code: "receipt = 1\n" }, await sign("static"));
  expect(again.receipt.extensions["offer-receipt"].info.receipt).toEqual(receipt);
});
