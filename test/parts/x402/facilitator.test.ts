import { generateKeyPairSync, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openFacilitator } from "../../../parts/x402/settling/facilitator.ts";
import { makeOffers, openNodes } from "../../../parts/x402/offers.ts";
import { startFacilitator } from "../../support/facilitator-server.ts";
import { useLocalChain } from "../../support/local-chain.ts";

const chain = useLocalChain();
const menu = { static: { usd: "0.01", maxTimeoutSeconds: 120 } };

function settings(asset = chain.payments.token.address) {
  const network = `eip155:${chain.chainId}` as const;
  const networks = [{ network, chainId: chain.chainId, rpcUrl: chain.url, assets: [asset] }];
  return { payTo: chain.payments.payee.address, networks };
}

/** A key as Coinbase gives it out: the seed and the public key, in base64. */
function aCdpKey() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const seed = Buffer.from(privateKey.export({ format: "jwk" }).d!, "base64url");
  const point = Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url");
  return { secret: Buffer.concat([seed, point]).toString("base64"), publicKey };
}

describe("Coinbase's facilitator", () => {
  test("is called with a token that the key signed, a separate one for each address", async () => {
    await using server = await startFacilitator(chain);
    const { secret, publicKey } = aCdpKey();
    const cdp = { kind: "cdp", keyId: "key-id", keySecret: secret, url: server.url } as const;
    const { networks } = settings();
    const facilitator = await openFacilitator(cdp, networks);
    const offers = await makeOffers(facilitator, openNodes(networks), settings(), menu);
    expect(offers.terms.get("static")).toHaveLength(1);
    await facilitator.verify({ x402Version: 2, payload: {} } as never, {} as never).catch(() => undefined);
    expect(server.asked.map(({ path }) => path)).toEqual(["supported", "verify"]);
    for (const { path, authorization } of server.asked) {
      const token = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1] ?? "";
      const [head = "", claims = "", signature = ""] = token.split(".");
      expect(
        verify(null, Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, "base64url")),
      ).toBe(true);
      expect(JSON.parse(Buffer.from(head, "base64url").toString())).toMatchObject({
        alg: "EdDSA",
        kid: "key-id",
      });
      expect(Buffer.from(claims, "base64url").toString()).toContain(`/platform/v2/x402/${path}`);
    }
  });

  test("is not opened with a secret that cannot sign, and the secret is not repeated", async () => {
    const cdp = { kind: "cdp", keyId: "key-id", keySecret: "hunter2" } as const;
    const opening = openFacilitator(cdp, settings().networks);
    await expect(opening).rejects.toThrow("CDP_API_KEY_SECRET");
    await expect(opening).rejects.not.toThrow("hunter2");
  });
});

describe("offers", () => {
  const local = () => ({ kind: "local", privateKey: chain.payments.facilitator.privateKey }) as const;

  test("name the token as it is signed for, read from the chain", async () => {
    const { networks } = settings();
    const facilitator = await openFacilitator(local(), networks);
    const { terms } = await makeOffers(facilitator, openNodes(networks), settings(), menu);
    expect(terms.get("static")).toEqual([
      {
        scheme: "exact",
        network: `eip155:${chain.chainId}`,
        amount: "10000",
        asset: chain.payments.token.address,
        payTo: chain.payments.payee.address,
        maxTimeoutSeconds: 120,
        extra: { name: "Assay Local Dollar", version: "1" },
      },
    ]);
  });

  test("are not made for a token that cannot be moved by signatures", async () => {
    const wrong = settings(chain.deposits.address);
    const facilitator = await openFacilitator(local(), wrong.networks);
    await expect(makeOffers(facilitator, openNodes(wrong.networks), wrong, menu)).rejects.toThrow("EIP-3009");
  });

  test("are not made at a price below the token's smallest unit", async () => {
    const { networks } = settings();
    const facilitator = await openFacilitator(local(), networks);
    const priced = (usd: string) =>
      makeOffers(facilitator, openNodes(networks), settings(), { static: { usd, maxTimeoutSeconds: 120 } });
    expect((await priced("0.000001")).terms.get("static")).toMatchObject([{ amount: "1" }]);
    await expect(priced("0.0000001")).rejects.toThrow("less than the smallest unit");
  });

  test("are not made when the node serves another chain", async () => {
    const [network] = settings().networks;
    const wrong = { ...settings(), networks: [{ ...network!, chainId: 1, network: "eip155:1" as const }] };
    const facilitator = await openFacilitator(local(), wrong.networks);
    await expect(makeOffers(facilitator, openNodes(wrong.networks), wrong, menu)).rejects.toThrow(
      `serves chain ${chain.chainId}`,
    );
  });

  test("are not made when the facilitator does not support the network", async () => {
    const { networks } = settings();
    const other = { ...networks[0]!, network: "eip155:1" as const };
    const facilitator = await openFacilitator(local(), [other]);
    await expect(makeOffers(facilitator, openNodes(networks), settings(), menu)).rejects.toThrow("exact");
  });
});
