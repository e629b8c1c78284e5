import type { PaymentPayload } from "@x402/core/types";
import { parseSignature, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { mined } from "../../../../scripts/chain/deployer.ts";
import {
  anAuthorization,
  emptyWallet,
  signTransfer,
  termsOf,
  type Authorization,
} from "../../../support/token-authorizations.ts";
import { useX402Stage } from "../../../support/x402-stage.ts";
import { noTools } from "../../../support/no-tools.ts";

const stage = useX402Stage();
const job = { code: "x = 1\n" };
const nothing = { earned: 0n, spent: 0n };
const inSeconds = (seconds: number): bigint => BigInt(Math.floor(Date.now() / 1000) + seconds);

describe("a payment is invalid, and nothing is worked or charged, when it", () => {
  test.for<[string, () => Partial<Authorization>, string]>([
    ["has expired", () => ({ validBefore: inSeconds(-10) }), "authorization_valid_before"],
    [
      "expires before the work could be settled",
      () => ({ validBefore: inSeconds(20) }),
      "authorization_valid_before",
    ],
    ["is not valid yet", () => ({ validAfter: inSeconds(600) }), "valid_after"],
    ["pays too little", () => ({ value: 9_999n }), "value_mismatch"],
    ["pays too much", () => ({ value: 10_001n }), "value_mismatch"],
    ["pays another payee", () => ({ to: stage.chain.users[9]!.address }), "recipient_mismatch"],
  ])("%s", async ([, changed, reason]) => {
    await using service = await stage.open({ isLocal: true });
    const payer = stage.chain.users[0]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer, changed());
    const { status, body, required, receipt } = await service.post("static", job, payment);
    expect([status, body.error, receipt]).toEqual([402, "payment_required", undefined]);
    expect(required!.error).toContain(reason);
    expect(body.accepts).toEqual(required!.accepts);
    expect([service.runs(), await moved()]).toEqual([0, nothing]);
  });

  test("is signed by somebody else", async () => {
    await using service = await stage.open({ isLocal: true });
    const [payer, thief] = [stage.chain.users[1]!, stage.chain.users[2]!];
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", thief, { from: payer.address });
    const { status, required } = await service.post("static", job, payment);
    expect([status, required!.error]).toEqual([402, "invalid_exact_evm_signature"]);
    expect([service.runs(), await moved()]).toEqual([0, nothing]);
  });

  test("is of a payer without the money", async () => {
    await using service = await stage.open({ isLocal: true });
    const payer = stage.chain.users[3]!;
    await emptyWallet(stage.chain, payer);
    const payment = await service.sign("static", payer);
    const { status, required } = await service.post("static", job, payment);
    expect([status, required!.error]).toEqual([402, "invalid_exact_evm_insufficient_balance"]);
    expect(service.runs()).toBe(0);
  });

  test.for<[string, Partial<PaymentPayload["accepted"]>]>([
    ["the price", { amount: "1" }],
    ["the token", { asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e" }],
    ["the network", { network: "eip155:8453" }],
    ["the scheme", { scheme: "upto" }],
  ])("was made for terms other than ours: %s", async ([, changed]) => {
    await using service = await stage.open();
    const asked = stage.facilitator.counts().verify;
    const payment = await service.sign("static", stage.chain.users[4]!);
    const accepted = { ...payment.accepted, ...changed };
    const { status, required } = await service.post("static", job, { ...payment, accepted });
    expect([status, required!.error]).toEqual([402, "invalid_payment_requirements"]);
    expect([service.runs(), stage.facilitator.counts().verify]).toEqual([0, asked]);
  });

  test("was signed for a cheaper mode", async () => {
    await using service = await stage.open();
    const payer = stage.chain.users[4]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    expect((await service.post("repair", job, payment)).status).toBe(402);
    expect([service.runs(), await moved()]).toEqual([0, nothing]);
  });

  test("repeats our extensions with changes", async () => {
    await using service = await stage.open();
    const payment = await service.sign("static", stage.chain.users[5]!);
    const extensions = structuredClone(payment.extensions) as any;
    extensions.bazaar.info.input.method = "GET";
    const { status, required } = await service.post("static", job, { ...payment, extensions });
    expect([status, required!.error]).toEqual([402, "extension_echo_mismatch"]);
    const { extensions: _, ...bare } = payment;
    expect((await service.post("static", job, bare as PaymentPayload)).status).toBe(200);
  });
});

describe("an unreadable payment is refused as such, and nothing of it is repeated, when it", () => {
  const change = (payment: PaymentPayload, at: string, value: unknown): unknown => {
    const copy = structuredClone(payment) as any;
    const steps = at.split(".");
    const last = steps.pop()!;
    steps.reduce((object, step) => object[step], copy)[last] = value;
    return copy;
  };
  const raw = (value: unknown): string => btoa(JSON.stringify(value));

  test.for<[string, (payment: PaymentPayload) => string, told?: string]>([
    ["is not base64", () => "%%% secret-marker", "not base64"],
    ["is not JSON", () => btoa("{secret-marker"), "not JSON"],
    ["is not an object", () => raw("secret-marker")],
    ["is null", () => raw(null)],
    ["is empty", () => raw({})],
    ["is of another version", (payment) => raw(change(payment, "x402Version", 7))],
    ["has no authorization", (payment) => raw(change(payment, "payload", {}))],
    [
      "has a value that is not a number",
      (payment) => raw(change(payment, "payload.authorization.value", "secret-marker")),
    ],
    [
      "has a time beyond the token's range",
      (payment) => raw(change(payment, "payload.authorization.validBefore", "9".repeat(78))),
    ],
    [
      "has a short nonce",
      (payment) => raw(change(payment, "payload.authorization.nonce", "0xsecret-marker")),
    ],
    [
      "has a long sender",
      (payment) => raw(change(payment, "payload.authorization.from", `0x${"a".repeat(41)}`)),
    ],
    ["has an invalid signature", (payment) => raw(change(payment, "payload.signature", "secret-marker"))],
    [
      "names a very long scheme",
      (payment) => raw(change(payment, "accepted.scheme", "secret-marker".repeat(20))),
      "accepted.scheme",
    ],
    ["names no network", (payment) => raw(change(payment, "accepted.network", "secret-marker"))],
    [
      "is nested too deep",
      (payment) =>
        btoa(
          JSON.stringify({ ...payment, extensions: { deep: 0 } }).replace(
            '"deep":0',
            `"deep":${"[".repeat(2000)}${"]".repeat(2000)}`,
          ),
        ),
    ],
    [
      "is one of Permit2",
      (payment) => raw(change(payment, "payload", { signature: "0x", permit2Authorization: {} })),
      "not Permit2",
    ],
  ])("%s", async ([, spoil, told = "The payment"]) => {
    await using service = await stage.open();
    const payer = stage.chain.users[6]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    const { status, headers, body } = await service.post("static", job, spoil(payment));
    expect([status, body.error, body.remedy.action]).toEqual([400, "malformed_payment", "fix_request"]);
    expect(body.message).toContain(told);
    expect(JSON.stringify([body, ...headers])).not.toContain("secret-marker");
    expect([service.runs(), await moved()]).toEqual([0, nothing]);
  });
});

test("a payer who empties the wallet during the work gets a failed receipt and no answer", async () => {
  const payer = stage.chain.users[7]!;
  const engine = {
    modes: ["static"] as const,
    isReady: () => true,
    ...noTools,
    judge: async () => {
      await emptyWallet(stage.chain, payer);
      return { verdict: { valid: true, meta: { incomplete: [] } } as never, isComplete: true };
    },
  };
  await using service = await stage.open({ isLocal: true, overrides: { engine } });
  const payment = await service.sign("static", payer);
  const { status, body, required, receipt } = await service.post("static", job, payment);
  expect([status, body.error, body.valid]).toEqual([402, "payment_required", undefined]);
  expect(required!.accepts).toHaveLength(1);
  expect(receipt).toEqual({
    success: false,
    errorReason: "invalid_exact_evm_insufficient_balance",
    payer: payer.address,
    transaction: "",
    network: `eip155:${stage.chain.chainId}`,
  });
  const funnel = (await (await service.send("/v1/funnel")).json()) as any;
  expect(funnel.x402).toEqual({ challenged: 1, paid: 1, settled: 0, failed: 1 });
});

test("a payer who pays less under the same nonce in a second call gets no answer", async () => {
  const payer = stage.chain.users[8]!;
  await using service = await stage.open();
  const payment = await service.sign("static", payer);
  stage.facilitator.fail("settle", "down");
  expect((await service.post("static", job, payment)).status).toBe(503);
  stage.facilitator.fail("settle", undefined);
  const { authorization } = payment.payload as { authorization: Record<string, string> };
  const cheap = anAuthorization(stage.chain, payer.address, {
    nonce: authorization["nonce"] as Hex,
    value: 1n,
  });
  const { r, s, v } = parseSignature(await signTransfer(stage.chain, payer, cheap));
  const args = [...termsOf(cheap), Number(v), r, s] as const;
  await mined(stage.chain.clients, stage.chain.payments.token.write.transferWithAuthorization(args));
  const lying = {
    ...payment,
    payload: { ...payment.payload, authorization: { ...authorization, value: "1" } },
  };
  for (const sent of [payment, lying]) {
    const { status, body, receipt } = await service.post("static", job, sent);
    expect([status, body.valid, receipt.success]).toEqual([402, undefined, false]);
  }
});
