import { x402ResourceServer, type FacilitatorClient } from "@x402/core/server";
import { ExactEvmScheme } from "@x402/evm/exact/server";
import { createPublicClient, http, parseUnits, type PublicClient } from "viem";
import { Fault } from "../faults.ts";
import { askChain } from "../chain/chain-fault.ts";
import { knownDomain } from "./settling/known-assets.ts";
import type { Network, NetworkSettings, X402Settings } from "./settings.ts";
import { readToken } from "./settling/token.ts";
import type { Item, Terms } from "./x402.ts";

export type Menu = Readonly<Record<string, Item>>;

/** What is asked for each item, once the facilitator and the chains have said that they can take it. */
export type Offers = Readonly<{
  server: x402ResourceServer;
  terms: ReadonlyMap<string, readonly Terms[]>;
}>;

const timeoutMs = 5000;

export function openNodes(networks: readonly NetworkSettings[]): ReadonlyMap<Network, PublicClient> {
  return new Map(
    networks.map(({ network, rpcUrl }) => {
      const transport = http(rpcUrl, { timeout: timeoutMs, retryCount: 0 });
      return [network, createPublicClient({ transport, cacheTime: 0 })];
    }),
  );
}

/** Rejects when the facilitator or a chain is out of reach, or cannot take what was configured. */
export async function makeOffers(
  facilitator: FacilitatorClient,
  nodes: ReadonlyMap<Network, PublicClient>,
  { payTo, networks }: Pick<X402Settings, "payTo" | "networks">,
  menu: Menu,
): Promise<Offers> {
  // Asked here, since the server would print a failure instead of telling it.
  const supported = await facilitator.getSupported();
  const server = new x402ResourceServer({ ...bound(facilitator), getSupported: async () => supported });
  for (const { network } of networks) server.register(network, new ExactEvmScheme());
  await server.initialize();
  const assets = (await Promise.all(networks.map(async (settings) => readAssets(nodes, settings)))).flat();
  const terms = new Map<string, readonly Terms[]>();
  for (const [item, { usd, maxTimeoutSeconds }] of Object.entries(menu)) {
    const built = assets.map(async ({ network, address: asset, name, version, decimals }) => {
      const price = { amount: amountOf(usd, decimals), asset, extra: { name, version } };
      return server.buildPaymentRequirements({ scheme: "exact", network, payTo, price, maxTimeoutSeconds });
    });
    terms.set(item, (await Promise.all(built)).flat());
  }
  return { server, terms };
}

function bound(facilitator: FacilitatorClient): Pick<FacilitatorClient, "verify" | "settle"> {
  return {
    verify: async (payload, terms) => facilitator.verify(payload, terms),
    settle: async (payload, terms) => facilitator.settle(payload, terms),
  };
}

async function readAssets(
  nodes: ReadonlyMap<Network, PublicClient>,
  { network, chainId, assets }: NetworkSettings,
) {
  const client = nodes.get(network)!;
  const served = await askChain(client.getChainId());
  if (served !== chainId)
    throw new Fault("chain_unavailable", { message: `The node for ${network} serves chain ${served}.` });
  return Promise.all(
    assets.map(async (address) => {
      const domain = knownDomain(network, address) ?? (await readToken(client, { chainId, address }));
      return { network, address, ...domain };
    }),
  );
}

function amountOf(usd: string, decimals: number): string {
  const amount = parseUnits(usd, decimals);
  if (amount > 0n) return String(amount);
  throw new Error(`${usd} dollars are less than the smallest unit of a token with ${decimals} decimals.`);
}
