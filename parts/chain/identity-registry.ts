import { parseAbi, type Address } from "viem";
import { askChain } from "./chain-fault.ts";
import type { Chain } from "./open-chain.ts";

const registryAbi = parseAbi(["function getAgentWallet(uint256 agentId) view returns (address)"]);

/** The account that the ERC-8004 identity registry names as the agent's own. */
export async function readAgentWallet(
  { client }: Chain,
  { address, agentId }: Readonly<{ address: Address; agentId: number }>,
): Promise<Address> {
  const args = [BigInt(agentId)] as const;
  return askChain(client.readContract({ address, abi: registryAbi, functionName: "getAgentWallet", args }));
}
