import { encodeFunctionData, getAddress, parseAbi, type Address, type Hex, type PublicClient } from "viem";
import { askChain, revertOf } from "../../parts/chain/chain-fault.ts";
import type { OperatorCall } from "./operator-call.ts";
import { readOrExplain } from "./market.ts";

const abi = parseAbi([
  "function getIdentityRegistry() view returns (address)",
  "function getValidationStatus(bytes32 requestHash) view returns (address validatorAddress, uint256 agentId, uint8 response, bytes32 responseHash, string tag, uint256 lastUpdate)",
  "function validationResponse(bytes32 requestHash, uint8 response, string responseURI, bytes32 responseHash, string tag)",
]);

export const validationEvents = parseAbi([
  "event ValidationRequest(address indexed validatorAddress, uint256 indexed agentId, string requestURI, bytes32 indexed requestHash)",
  "event ValidationResponse(address indexed validatorAddress, uint256 indexed agentId, bytes32 indexed requestHash, uint8 response, string responseURI, bytes32 responseHash, string tag)",
]);

/** The ERC-8004 validation registry that is watched, and the identity registry whose agents it is about. */
export type ValidationRegistry = Readonly<{ address: Address; identity: Address }>;

export async function readValidationRegistry(
  client: PublicClient,
  address: Address,
): Promise<ValidationRegistry> {
  const identity = await readOrExplain(
    client.readContract({ address, abi, functionName: "getIdentityRegistry" }),
    `VALIDATION_REGISTRY ${getAddress(address)} is not a validation registry on this chain.`,
  );
  return { address, identity };
}

export type ValidationStatus = Readonly<{
  validator: Address;
  /** Undefined until the request is answered: an answer of ours always has one. */
  responseHash: Hex | undefined;
}>;

/** What the registry knows of a request; undefined where it knows none, or no longer. */
export async function readValidationStatus(
  client: PublicClient,
  { registry, hash }: { registry: Address; hash: Hex },
): Promise<ValidationStatus | undefined> {
  const call = { address: registry, abi, functionName: "getValidationStatus", args: [hash] } as const;
  const status = await askChain(client.readContract(call)).catch((error: unknown) => {
    if (revertOf(error) !== undefined) return undefined;
    throw error;
  });
  if (!status) return undefined;
  const [validator, , , responseHash] = status;
  return { validator, responseHash: BigInt(responseHash) === 0n ? undefined : responseHash };
}

export type ValidationAnswer = Readonly<{
  hash: Hex;
  /** 0 to 100. */
  response: number;
  responseUri: string;
  responseHash: Hex;
  tag: string;
}>;

export function responseCall(
  registry: Address,
  { hash, response, responseUri, responseHash, tag }: ValidationAnswer,
): OperatorCall {
  const args = [hash, response, responseUri, responseHash, tag] as const;
  return { to: registry, data: encodeFunctionData({ abi, functionName: "validationResponse", args }) };
}
