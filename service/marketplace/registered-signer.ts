import { readAgentWallet } from "../../parts/chain/identity-registry.ts";
import type { Parts } from "../parts.ts";

/** What the identity registry says of a signer; undefined where this service does not know the chain or the agent. */
export type RegisteredSigner = Readonly<{
  agentId: number;
  outcome: "same" | "other" | "unreachable";
}>;

export async function compareWithRegistry(
  { chain, config, agentWallet }: Pick<Parts, "chain" | "config" | "agentWallet">,
  { signer, chainId }: Readonly<{ signer: string | null; chainId: number | null }>,
): Promise<RegisteredSigner | undefined> {
  const { IDENTITY_REGISTRY: address, AGENT_ID: agentId } = config;
  if (!chain || address === undefined || agentId === undefined || signer === null) return undefined;
  if (chainId !== chain.chainId) return undefined;
  try {
    const { value } = await agentWallet(async () => readAgentWallet(chain, { address, agentId }));
    return { agentId, outcome: value.toLowerCase() === signer.toLowerCase() ? "same" : "other" };
  } catch {
    return { agentId, outcome: "unreachable" };
  }
}
