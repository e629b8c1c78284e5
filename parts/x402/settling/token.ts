import { hashDomain, parseAbi, type Address, type Hex, type PublicClient } from "viem";
import { askChain, revertOf } from "../../chain/chain-fault.ts";
import type { TokenDomain } from "./known-assets.ts";

const tokenAbi = parseAbi([
  "function name() view returns (string)",
  "function version() view returns (string)",
  "function decimals() view returns (uint8)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
]);

const nobody: Address = "0x0000000000000000000000000000000000000000";
const noNonce: Hex = `0x${"00".repeat(32)}`;

/** Asks a token under which domain its holders sign, and makes sure that it takes their signatures at all. */
export async function readToken(
  client: PublicClient,
  { chainId, address }: { chainId: number; address: Address },
): Promise<TokenDomain> {
  const read = async <Value>(functionName: "name" | "version" | "decimals" | "DOMAIN_SEPARATOR") =>
    askChain(client.readContract({ address, abi: tokenAbi, functionName })) as Promise<Value>;
  try {
    await askChain(
      client.readContract({
        address,
        abi: tokenAbi,
        functionName: "authorizationState",
        args: [nobody, noNonce],
      }),
    );
    const [name, version, decimals, separator] = await Promise.all([
      read<string>("name"),
      read<string>("version"),
      read<number>("decimals"),
      read<Hex>("DOMAIN_SEPARATOR"),
    ]);
    if (separatorOf({ name, version, chainId, address }) !== separator)
      throw new Error(`${address} does not use its own name and version in signatures.`);
    return { name, version, decimals };
  } catch (error) {
    if (revertOf(error) === undefined) throw error;
    throw new Error(`${address} on chain ${chainId} is not a token with signed transfers (EIP-3009).`, {
      cause: error,
    });
  }
}

function separatorOf(token: { name: string; version: string; chainId: number; address: Address }): Hex {
  const { name, version, chainId, address } = token;
  return hashDomain({
    domain: { name, version, chainId: BigInt(chainId), verifyingContract: address },
    types: {
      EIP712Domain: [
        { name: "name", type: "string" },
        { name: "version", type: "string" },
        { name: "chainId", type: "uint256" },
        { name: "verifyingContract", type: "address" },
      ],
    },
  });
}
