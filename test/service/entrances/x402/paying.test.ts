import { parsePaymentRequired } from "@x402/core/schemas";
import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from "@x402/extensions/bazaar";
import { describe, expect, test } from "vitest";
import { Fault } from "../../../../parts/faults.ts";
import { jobSchema } from "../../../../service/entrances/openapi/schemas.ts";
import { payingFetch } from "../../../support/pay-per-call.ts";
import { useX402Stage } from "../../../support/x402-stage.ts";
import { noTools } from "../../../support/no-tools.ts";

const stage = useX402Stage();
const job = { code: "x = 1\n" };
const asJson = (body: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

describe("an unpaid call", () => {
  test("gets cost, asset, network and payee, in the header and in the body", async () => {
    await using service = await stage.open();
    const { payments, chainId } = stage.chain;
    const { status, headers, body, required } = await service.post("repair", job);
    expect(status).toBe(402);
    expect(required).toMatchObject({
      x402Version: 2,
      resource: { url: `${service.url}/v1/x402/repair`, mimeType: "application/json", serviceName: "assay" },
      accepts: [
        {
          scheme: "exact",
          network: `eip155:${chainId}`,
          amount: "30000",
          asset: payments.token.address,
          payTo: payments.payee.address,
          extra: { name: "Assay Local Dollar", version: "1" },
        },
      ],
    });
    const { error: _, ...shared } = required!;
    expect(body).toMatchObject(shared);
    expect(body).toMatchObject({
      error: "payment_required",
      request_id: headers.get("x-request-id"),
      remedy: {
        action: "buy_credits",
        method: "POST",
        url: `${service.url}/v1/x402/repair`,
        routes: [{ route: "x402", price_usd: "0.03" }],
      },
    });
    expect(parsePaymentRequired(body).success).toBe(true);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("gets a request schema and an example answer that a catalogue accepts", async () => {
    await using service = await stage.open();
    const { required, headers } = await service.post("static", job);
    const { bazaar } = required!.extensions as { bazaar: any };
    expect(validateDiscoveryExtension(bazaar)).toEqual({ valid: true });
    expect(validateDiscoveryExtensionSpec(bazaar)).toMatchObject({ valid: true });
    expect(bazaar.info.input).toMatchObject({ type: "http", method: "POST", bodyType: "json" });
    expect(bazaar.info.output.example).toMatchObject({
      valid: false,
      diagnostics: [{ rule: expect.any(String) }],
    });
    const paid = await service.sign("static", stage.chain.users[4]!);
    const answered = await service.post("static", bazaar.info.input.body, paid);
    const { diagnostics, valid } = bazaar.info.output.example;
    expect(answered.body).toMatchObject({ valid, diagnostics: expect.arrayContaining(diagnostics) });
    const { body } = bazaar.schema.properties.input.properties;
    const whole = jobSchema(service.parts.config) as any;
    const { mode: _, ...others } = whole.properties;
    expect(Object.keys(body.properties).toSorted()).toEqual(Object.keys(others).toSorted());
    expect(body.properties.code).toMatchObject({ minLength: 1, maxLength: others.code.maxLength });
    expect(headers.get("payment-required")!.length).toBeLessThan(4800);
  });

  test("without a body gets the same, because catalogues probe so", async () => {
    await using service = await stage.open();
    const { status, required } = await service.post("execute");
    expect([status, required?.accepts[0]?.amount]).toEqual([402, "100000"]);
  });

  test("with a wrong body gets that error, and nothing about payment", async () => {
    await using service = await stage.open();
    for (const [body, error] of [
      [{ code: "" }, "bad_request"],
      [{ code: "x", language: "sql" }, "unsupported_language"],
      [["x = 1"], "bad_request"],
    ] as const) {
      const refused = await service.post("static", body);
      expect([refused.status, refused.body.error, refused.required]).toEqual([400, error, undefined]);
    }
  });

  test("gets an error before any price when its mode is not served", async () => {
    await using service = await stage.open({ env: { MODES: "static" } });
    const { status, body, required } = await service.post("repair", job);
    expect([status, body.error, required]).toEqual([409, "unsupported_mode", undefined]);
  });

  test("gets the supported version of x402 for a payment of its first", async () => {
    await using service = await stage.open();
    const response = await service.send("/v1/x402/static", { body: job, headers: { "x-payment": "e30=" } });
    const body = (await response.json()) as any;
    expect([response.status, body.error]).toEqual([402, "payment_required"]);
    expect(body.message).toContain("PAYMENT-SIGNATURE");
  });

  test("may come from a page of any origin, which may read the price and the receipt", async () => {
    await using service = await stage.open();
    const asked = { origin: "https://page.example", "access-control-request-method": "POST" };
    const preflight = await service.send("/v1/x402/static", { method: "OPTIONS", headers: asked });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("payment-signature");
    const { headers } = await service.post("static", job);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toMatch(/payment-required, payment-response/);
  });
});

describe("a paid call", () => {
  test.for([
    ["static", 10_000n],
    ["repair", 30_000n],
    ["execute", 100_000n],
  ] as const)(
    "costs the price of mode %s, and is answered with a verdict and a receipt",
    async ([mode, price]) => {
      await using service = await stage.open({ isLocal: true });
      const payer = stage.chain.users[0]!;
      const moved = await stage.ledger(payer);
      const response = await payingFetch(payer)(`${service.url}/v1/x402/${mode}`, asJson(job));
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        valid: true,
        meta: { incomplete: [], request_id: response.headers.get("x-request-id") },
      });
      const { extensions, ...receipt } = JSON.parse(atob(response.headers.get("payment-response")!));
      expect(Object.keys(extensions)).toEqual(["offer-receipt"]);
      expect(receipt).toEqual({
        success: true,
        payer: payer.address,
        network: `eip155:${stage.chain.chainId}`,
        amount: String(price),
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      });
      const { status } = await stage.chain.clients.public.getTransactionReceipt({
        hash: receipt.transaction,
      });
      expect(status).toBe("success");
      expect(await moved()).toEqual({ earned: price, spent: price });
    },
  );

  test("costs what the operator configures", async () => {
    await using service = await stage.open({ env: { X402_PRICE_STATIC: "0.25" } });
    const payer = stage.chain.users[1]!;
    const moved = await stage.ledger(payer);
    const { status } = await payingFetch(payer)(`${service.url}/v1/x402/static`, asJson(job));
    expect([status, await moved()]).toEqual([200, { earned: 250_000n, spent: 250_000n }]);
  });

  test("is worked on in the mode of its address, whatever its body says", async () => {
    await using service = await stage.open();
    const payment = await service.sign("static", stage.chain.users[1]!);
    const { body } = await service.post("static", { ...job, mode: "execute" }, payment);
    expect(body.meta.mode).toBe("static");
  });

  test("costs nothing when it is refused, and its signature can be used again", async () => {
    let isBroken = true;
    const engine = {
      modes: ["static"] as const,
      isReady: () => true,
      ...noTools,
      judge: async () => {
        if (isBroken) throw new Fault("busy", { retryAfterS: 1 });
        return { verdict: { valid: true, meta: { incomplete: [] } } as never, isComplete: true };
      },
    };
    await using service = await stage.open({ overrides: { engine } });
    const payer = stage.chain.users[2]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    expect(await service.post("static", job, payment)).toMatchObject({
      status: 503,
      body: { error: "busy" },
    });
    expect(await moved()).toEqual({ earned: 0n, spent: 0n });
    isBroken = false;
    expect((await service.post("static", job, payment)).status).toBe(200);
    expect(await moved()).toEqual({ earned: 10_000n, spent: 10_000n });
  });

  test("is counted: challenged, paid, settled, by its origin, and among the verdicts", async () => {
    await using service = await stage.open();
    const payment = await service.sign("static", stage.chain.users[3]!);
    await service.post("static", job, payment);
    await service.post("static", { code: "y = 2\n" }, { ...payment, payload: {} });
    const funnel = (await (await service.send("/v1/funnel")).json()) as any;
    expect(funnel).toMatchObject({
      payments: 1,
      by_route: { x402: 1 },
      by_origin: { direct: { payments: 1 } },
      x402: { challenged: 1, paid: 1, settled: 1, failed: 0 },
    });
    const stats = (await (await service.send("/v1/stats")).json()) as any;
    expect(stats.totals.x402).toEqual({ static: 1 });
    const metrics = await (await service.send("/metrics")).text();
    expect(metrics).toContain('assay_x402_total{step="settled"} 1');
    expect(metrics).toContain('assay_x402_seconds_count{step="verify"} 1');
  });
});

describe("with or without a payee:", () => {
  test("without a payee the addresses do not exist, and nothing mentions them", async () => {
    await using service = await stage.open({ env: { X402_PAYEE: "" } });
    expect(await service.post("static", job)).toMatchObject({ status: 404, body: { error: "not_found" } });
    const pricing = (await (await service.send("/v1/pricing")).json()) as any;
    expect(JSON.stringify(pricing)).not.toContain("x402");
    const { body } = await service.validate(await service.createKey(), { ...job, mode: "repair" });
    expect(JSON.stringify(body)).not.toContain("x402");
    expect(await (await service.send("/healthz")).json()).toMatchObject({ checks: { x402: "off" } });
  });

  test("with a payee, prices and refusals name the route, after the others", async () => {
    await using service = await stage.open({
      env: { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" },
    });
    const pricing = (await (await service.send("/v1/pricing")).json()) as any;
    expect(pricing.modes).toMatchObject({
      static: { x402_usd: "0.01" },
      repair: { x402_usd: "0.03" },
      execute: { x402_usd: "0.10" },
    });
    const { status, body } = await service.validate(await service.createKey(), { ...job, mode: "repair" });
    expect(status).toBe(402);
    expect(body.remedy.routes).toMatchObject([
      { route: "card" },
      { route: "x402", url: `${service.url}/v1/x402/repair`, price_usd: "0.03" },
    ]);
    expect(body.remedy.hint).toContain("/v1/x402/repair");
  });
});
