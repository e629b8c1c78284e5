import { describe, expect, test } from "vitest";
import { readConfig } from "../../service/config.ts";
import { x402Settings } from "../../parts/x402/settings.ts";

const payee = "0xC9bcE6516E66803b6bC071a7f0Fe4623CB1Bf874";
const token = "0x1111111111111111111111111111111111111111";
const key = "1".repeat(64);
const usual = {
  X402_PAYEE: payee.toLowerCase(),
  X402_NETWORK: "eip155:8453",
  X402_RPC_URL: "https://node.example/",
  X402_FACILITATOR_URL: "https://facilitator.example/",
};
const settingsOf = (env: Record<string, string>) => x402Settings(readConfig(env));

describe("x402 is", () => {
  test("off without a payee, whatever else is set", () => {
    const { X402_PAYEE: _, ...others } = usual;
    expect(settingsOf(others)).toBeUndefined();
    expect(settingsOf({})).toBeUndefined();
  });

  test("read with a checksummed payee, and USDC when no token is named", () => {
    expect(settingsOf(usual)).toEqual({
      payTo: payee,
      networks: [
        {
          network: "eip155:8453",
          chainId: 8453,
          rpcUrl: "https://node.example",
          assets: ["0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"],
        },
      ],
      facilitator: { kind: "http", url: "https://facilitator.example" },
    });
  });

  test("read for several networks, each with its tokens and its node", () => {
    const settings = settingsOf({
      ...usual,
      X402_NETWORK: "eip155:8453, eip155:100",
      X402_ASSET: `eip155:100/${token}, eip155:8453/${token}`,
      X402_RPC_URL: "eip155:100=http://gnosis.example, eip155:8453=http://base.example",
    });
    expect(settings?.networks).toEqual([
      { network: "eip155:8453", chainId: 8453, rpcUrl: "http://base.example", assets: [token] },
      { network: "eip155:100", chainId: 100, rpcUrl: "http://gnosis.example", assets: [token] },
    ]);
  });

  test("used on the deployment's own chain when that is the network", () => {
    const { X402_RPC_URL: _, ...others } = usual;
    const settings = settingsOf({ ...others, CHAIN_ID: "8453", CHAIN_RPC_URL: "http://own.example" });
    expect(settings?.networks[0]?.rpcUrl).toBe("http://own.example");
  });

  test.for<[string, Record<string, string>, object]>([
    ["a private key", { X402_FACILITATOR_KEY: key }, { kind: "local", privateKey: `0x${key}` }],
    [
      "Coinbase's keys",
      { CDP_API_KEY_ID: "id", CDP_API_KEY_SECRET: "secret" },
      { kind: "cdp", keyId: "id", keySecret: "secret" },
    ],
  ])("settled by %s", ([, env, facilitator]) => {
    expect(settingsOf({ ...usual, X402_FACILITATOR_URL: "", ...env })?.facilitator).toEqual(facilitator);
  });

  test("priced by the specification, or by the operator", () => {
    expect(readConfig({})).toMatchObject({
      X402_PRICE_STATIC: "0.01",
      X402_PRICE_REPAIR: "0.03",
      X402_PRICE_EXECUTE: "0.10",
    });
    expect(readConfig({ X402_PRICE_REPAIR: "1.5" }).X402_PRICE_REPAIR).toBe("1.5");
  });
});

describe("an invalid configuration stops the start:", () => {
  test.for<[string, Record<string, string>, RegExp]>([
    ["a payee that is not an address", { X402_PAYEE: "assay.eth" }, /X402_PAYEE/],
    ["a network by its name", { X402_NETWORK: "base" }, /X402_NETWORK/],
    ["a token that is not an address", { X402_ASSET: "USDC" }, /X402_ASSET/],
    ["a node that is not a URL", { X402_RPC_URL: "eip155:8453=node" }, /X402_RPC_URL/],
    ["a price of zero", { X402_PRICE_STATIC: "0.00" }, /X402_PRICE_STATIC/],
    ["a price below the smallest unit", { X402_PRICE_STATIC: "0.0000001" }, /X402_PRICE_STATIC/],
    ["no network", { X402_NETWORK: "" }, /must be set together with X402_PAYEE\n.*X402_NETWORK/],
    ["no facilitator", { X402_FACILITATOR_URL: "" }, /exactly one of .* not 0/],
    ["two facilitators", { X402_FACILITATOR_KEY: key }, /exactly one of .* not 2/],
    [
      "half of Coinbase's keys",
      { X402_FACILITATOR_URL: "", CDP_API_KEY_ID: "id" },
      /must be set together with CDP_API_KEY_ID\n.*CDP_API_KEY_SECRET/,
    ],
    [
      "an unknown network without a token",
      { X402_NETWORK: "eip155:100" },
      /must name what is taken on eip155:100/,
    ],
    ["a network without a node", { X402_RPC_URL: "" }, /must name a node of eip155:8453/],
    [
      "a token that could be on either network",
      { X402_NETWORK: "eip155:8453,eip155:84532", X402_ASSET: token },
      /must name one of the networks/,
    ],
    [
      "a token of a network that is not enabled",
      { X402_ASSET: `eip155:1/${token}` },
      /must name one of the networks/,
    ],
  ])("%s", ([, env, message]) => {
    expect(() => readConfig({ ...usual, ...env })).toThrow(message);
  });

  test("every problem is reported at once, and no secret is repeated", () => {
    const env = { X402_PAYEE: payee, X402_FACILITATOR_URL: "https://f.example", X402_FACILITATOR_KEY: key };
    const read = () => readConfig({ ...env, CDP_API_KEY_ID: "id" });
    expect(read).toThrow(/not 3/);
    expect(read).toThrow(/X402_NETWORK/);
    expect(read).toThrow(/CDP_API_KEY_SECRET/);
    expect(read).not.toThrow(new RegExp(key));
  });
});
