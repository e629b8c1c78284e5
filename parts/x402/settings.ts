import { getAddress, type Address, type Hex } from "viem";
import { z } from "zod";
import { chainAddress, httpUrl } from "../settings/environment.ts";
import { usualAsset } from "./settling/known-assets.ts";

/** A chain by its number, as CAIP-2 writes it. */
export type Network = `eip155:${number}`;

type AssetEntry = Readonly<{ network: Network | undefined; address: Address }>;
type RpcEntry = Readonly<{ network: Network | undefined; url: string }>;

const network = z
  .string()
  .regex(/^eip155:[1-9]\d{0,15}$/, "must be networks such as eip155:8453")
  .transform((name) => name as Network);

const listOf = (text: string): string[] => text.split(",").map((entry) => entry.trim());

export const x402Networks = z.string().transform(listOf).pipe(z.array(network).min(1));

/** `0x…`, or `eip155:8453/0x…` where there are several networks. */
export const x402Assets = z.string().transform((text, context): readonly AssetEntry[] =>
  listOf(text).map((entry) => {
    const [, named, address] = /^(?:(eip155:[1-9]\d{0,15})\/)?(0x[0-9a-fA-F]{40})$/.exec(entry) ?? [];
    if (address === undefined)
      context.addIssue("must be addresses, each with or without its network before it");
    return { network: named as Network | undefined, address: (address ?? "0x") as Address };
  }),
);

/** One address for every network, or `eip155:8453=https://…` for each. */
export const x402RpcUrls = z.string().transform((text, context): readonly RpcEntry[] =>
  listOf(text).map((entry) => {
    const [, named, address = entry] = /^(eip155:[1-9]\d{0,15})=(.*)$/.exec(entry) ?? [];
    const url = httpUrl.safeParse(address);
    if (!url.success)
      context.addIssue("must be http or https addresses, each with or without its network before it");
    return { network: named as Network | undefined, url: url.data ?? "" };
  }),
);

/** Dollars, as text: what is multiplied with the digits of a token must not be rounded. */
export const dollars = z
  .string()
  .regex(/^\d{1,6}(?:\.\d{1,6})?$/, "must be dollars such as 0.01, with at most six digits behind the point")
  .refine((amount) => Number(amount) > 0, "must be more than 0");

export const x402Payee = chainAddress.transform((address) => getAddress(address));

/** What the environment says of it; the names are those of its variables. */
export type X402Variables = Readonly<{
  X402_PAYEE?: Address | undefined;
  X402_NETWORK?: readonly Network[] | undefined;
  X402_ASSET?: readonly AssetEntry[] | undefined;
  X402_RPC_URL?: readonly RpcEntry[] | undefined;
  X402_FACILITATOR_URL?: string | undefined;
  X402_FACILITATOR_KEY?: Hex | undefined;
  CDP_API_KEY_ID?: string | undefined;
  CDP_API_KEY_SECRET?: string | undefined;
  CHAIN_RPC_URL?: string | undefined;
  CHAIN_ID?: number | undefined;
}>;

/** Who checks payments and sends them to the chain. */
export type FacilitatorSettings =
  | Readonly<{ kind: "cdp"; keyId: string; keySecret: string; url?: string }>
  | Readonly<{ kind: "http"; url: string }>
  | Readonly<{ kind: "local"; privateKey: Hex }>;

export type NetworkSettings = Readonly<{
  network: Network;
  chainId: number;
  rpcUrl: string;
  assets: readonly Address[];
}>;

export type X402Settings = Readonly<{
  payTo: Address;
  networks: readonly NetworkSettings[];
  facilitator: FacilitatorSettings;
}>;

export type Problem = Readonly<{ name: keyof X402Variables; message: string }>;

/** The problems of the settings for paid calls; none without a payee. */
export function x402Problems(env: X402Variables): readonly Problem[] {
  if (env.X402_PAYEE === undefined) return [];
  return [...facilitatorProblems(env), ...networkProblems(env)];
}

/** Undefined where calls are not sold one by one. For an environment without problems. */
export function x402Settings(env: X402Variables): X402Settings | undefined {
  const facilitator = facilitatorOf(env);
  if (env.X402_PAYEE === undefined || facilitator === undefined) return undefined;
  const networks = (env.X402_NETWORK ?? []).map((name) => ({
    network: name,
    chainId: Number(name.slice("eip155:".length)),
    rpcUrl: rpcUrlOf(env, name) ?? "",
    assets: assetsOf(env, name),
  }));
  return { payTo: env.X402_PAYEE, networks, facilitator };
}

function facilitatorOf(env: X402Variables): FacilitatorSettings | undefined {
  const { X402_FACILITATOR_URL: url, X402_FACILITATOR_KEY: privateKey } = env;
  const { CDP_API_KEY_ID: keyId, CDP_API_KEY_SECRET: keySecret } = env;
  if (url !== undefined) return { kind: "http", url };
  if (privateKey !== undefined) return { kind: "local", privateKey };
  return keyId === undefined || keySecret === undefined ? undefined : { kind: "cdp", keyId, keySecret };
}

function facilitatorProblems(env: X402Variables): Problem[] {
  const ways = ["X402_FACILITATOR_URL", "CDP_API_KEY_ID", "X402_FACILITATOR_KEY"] as const;
  const found = ways.filter((name) => env[name] !== undefined);
  const problems: Problem[] = [];
  if (found.length !== 1) {
    const message = `exactly one of ${ways.join(", ")} must be set together with X402_PAYEE, not ${found.length}`;
    problems.push({ name: found[1] ?? ways[0], message });
  }
  if (env.CDP_API_KEY_ID !== undefined && env.CDP_API_KEY_SECRET === undefined)
    problems.push({ name: "CDP_API_KEY_SECRET", message: "must be set together with CDP_API_KEY_ID" });
  return problems;
}

function networkProblems(env: X402Variables): Problem[] {
  const { X402_NETWORK: networks, X402_ASSET: assets = [] } = env;
  if (networks === undefined)
    return [{ name: "X402_NETWORK", message: "must be set together with X402_PAYEE" }];
  const problems: Problem[] = [];
  for (const asset of assets) {
    if (asset.network === undefined ? networks.length > 1 : !networks.includes(asset.network))
      problems.push({
        name: "X402_ASSET",
        message: `${asset.address} must name one of the networks it is on`,
      });
  }
  for (const name of networks) {
    if (assetsOf(env, name).length === 0)
      problems.push({ name: "X402_ASSET", message: `must name what is taken on ${name}` });
    if (rpcUrlOf(env, name) === undefined)
      problems.push({ name: "X402_RPC_URL", message: `must name a node of ${name}` });
  }
  return problems;
}

/** Those named for the network; where none is named at all, the usual one. */
function assetsOf({ X402_ASSET: named }: X402Variables, of: Network): readonly Address[] {
  const own = named?.filter((asset) => asset.network === undefined || asset.network === of);
  if (own && own.length > 0) return own.map(({ address }) => getAddress(address));
  const usual = usualAsset(of);
  return usual === undefined ? [] : [usual];
}

function rpcUrlOf({ X402_RPC_URL: named, CHAIN_RPC_URL, CHAIN_ID }: X402Variables, of: Network) {
  const entry = named?.find((rpc) => rpc.network === of) ?? named?.find((rpc) => rpc.network === undefined);
  return entry?.url ?? (of === `eip155:${CHAIN_ID}` ? CHAIN_RPC_URL : undefined);
}
