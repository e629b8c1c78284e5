import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Hex } from "viem";
import { facilitator, type LocalAccount, payee, users } from "./accounts.ts";
import type { ChainClients, Contract, Deployer } from "./deployer.ts";

/** Where every chain but a new one has it, and where facilitators of x402 look for it. */
export const multicall3 = "0xcA11bde05977b3631167028862bE2a173976CA11";
const tokenName = "Assay Local Dollar";
const tokenVersion = "1";

export const tokenDecimals = 6;
/** Of the token's smallest unit. */
export const heldByEach = 1000n * 10n ** BigInt(tokenDecimals);

/** What it takes to sell single calls by x402. */
export type ChainPayments = Readonly<{
  /** Moves by its holders' signatures (EIP-3009). */
  token: Contract<"PaymentToken">;
  payee: LocalAccount;
  /** Holds the chain's currency and none of the token. */
  facilitator: LocalAccount;
}>;

export async function deployPayments(clients: ChainClients, contracts: Deployer): Promise<ChainPayments> {
  const holders = users.map(({ address }) => address);
  const token = await contracts.deploy("PaymentToken", [tokenName, tokenVersion, holders, heldByEach]);
  const { data: bytecode = "0x" } = await clients.public.call({ data: readMulticall3() });
  await clients.test.setCode({ address: multicall3, bytecode });
  return { token, payee, facilitator };
}

/** What creates Multicall3, as viem compiled it: it has the code for calls of its own, and does not export it. */
function readMulticall3(): Hex {
  const require = createRequire(import.meta.url);
  return require(join(dirname(require.resolve("viem")), "constants", "contracts.js")).multicall3Bytecode;
}

/** What makes the service sell single calls. */
export function paymentEnvironment(
  { token, payee: paid, facilitator: sender }: ChainPayments,
  chainId: number,
): Record<string, string> {
  return {
    X402_PAYEE: paid.address,
    X402_NETWORK: `eip155:${chainId}`,
    X402_ASSET: token.address,
    X402_FACILITATOR_KEY: sender.privateKey,
  };
}
