import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../../../support/service.ts";
import { engineWithEveryMode, openTestServices, type TestServices } from "../../../../support/services.ts";

const address = "0x52908400098527886E0F7030069857D2E4169EE7";
const native = {
  CHAIN_RPC_URL: "http://127.0.0.1:9",
  CHAIN_ID: "100",
  DEPOSIT_CONTRACT: address.toLowerCase(),
};

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => services[Symbol.asyncDispose]());

async function price(env: Record<string, string>): Promise<any> {
  await using service = await services.open({ env: { BASE_URL: "https://assay.example", ...env } });
  const response = await service.send("/v1/pricing");
  expect(response.status).toBe(200);
  return await response.json();
}

describe("the prices", () => {
  test("name every mode, whether it is served, the free tier, and no way to pay when there is none", async () => {
    expect(await price({})).toEqual({
      currency: "usd",
      credit_cents: 2,
      modes: {
        static: { credits: 1, served: true },
        repair: { credits: 3, served: true },
        execute: { credits: 10, served: false },
      },
      free_tier: { calls_per_day: 25, modes: ["static"] },
      routes: [],
    });
  });

  test("say that there is no free tier when there is none", async () => {
    expect(await price({ FREE_CALLS_PER_DAY: "0" })).toMatchObject({ free_tier: null });
  });

  test("name the smallest card payment, so that no page offers a smaller one", async () => {
    const env = { ...cardEnv, CARD_MINIMUM_CENTS: "75" };
    expect(await price(env)).toMatchObject({
      card: { min_cents: 75, min_credits: 38 },
      routes: [{ route: "card", min_credits: 38 }],
    });
  });

  test("name the deposit contract and what a credit costs in the chain's own coin, whatever the operator calls it", async () => {
    expect(
      await price({ ...native, NATIVE_CURRENCY: "ETH", CREDIT_PRICE_WEI: "7500000000000000" }),
    ).toMatchObject({
      native: { currency: "xDAI", credit_price: "0.0075", credit_price_wei: "7500000000000000" },
      routes: [
        {
          route: "native",
          method: "POST",
          url: "https://assay.example/v1/keys/deposit",
          address,
          chain_id: 100,
          currency: "xDAI",
          credit_price_wei: "7500000000000000",
        },
      ],
    });
  });

  test("name the card before the chain", async () => {
    const { routes } = await price({ ...native, ...cardEnv });
    expect(routes.map(({ route }: { route: string }) => route)).toEqual(["card", "native"]);
  });
});

const cardEnv = { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };

/** As where every mode is served. */
async function openWithEveryMode(env: Record<string, string> = {}): Promise<TestService> {
  await using usual = await services.open();
  return await services.open({ env, overrides: engineWithEveryMode(usual) });
}

describe("a refusal for missing credits", () => {
  test("names the contract, the price of the call and the ways to pay, card first", async () => {
    await using service = await openWithEveryMode({
      BASE_URL: "https://assay.example",
      ...native,
      ...cardEnv,
    });
    const { status, body } = await service.validate(await service.createKey(), {
      code: "x = 1",
      mode: "repair",
    });
    expect([status, body.remedy]).toMatchObject([
      402,
      {
        action: "buy_credits",
        url: "https://assay.example/v1/keys/checkout",
        price_credits: 3,
        price_cents: 6,
        address,
        amount: "0.06",
        currency: "xDAI",
        routes: [{ route: "card" }, { route: "native", address, chain_id: 100 }],
      },
    ]);
  });

  test("names no contract when there is none", async () => {
    await using service = await openWithEveryMode();
    const { body } = await service.validate(await service.createKey(), { code: "x = 1", mode: "repair" });
    expect(Object.keys(body.remedy).toSorted()).toEqual([
      "action",
      "hint",
      "price_cents",
      "price_credits",
      "routes",
    ]);
  });
});
