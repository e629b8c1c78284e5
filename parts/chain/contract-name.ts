import { getAddress, type Address } from "viem";

/** An address as wallets show it, with the checksum in its capitals. */
export function checksummed(address: Address): Address {
  return getAddress(address);
}

/** A contract and its chain in one word, as CAIP-10 has it. */
export function nameContract(chainId: number, address: Address): string {
  return `eip155:${chainId}:${getAddress(address)}`;
}
