import { encodeAbiParameters, keccak256, parseAbiParameters, type Address, type Hex } from "viem";
import type { Market } from "./market.ts";

type Terms = Readonly<{
  mech: Address;
  requester: Address;
  data: Hex;
  rateWei: bigint;
  paymentType: Hex;
  nonce: bigint;
}>;

const parameters = parseAbiParameters("address, address, address, bytes32, uint256, bytes32, uint256");

/** A request's id, made as the marketplace's `getRequestId` makes it, without asking. It names the mech, so no other can settle it. */
export function requestIdOf({ address, domainSeparator }: Market, terms: Terms): Hex {
  const { mech, requester, data, rateWei, paymentType, nonce } = terms;
  const values = [address, mech, requester, keccak256(data), rateWei, paymentType, nonce] as const;
  const content = keccak256(encodeAbiParameters(parameters, values));
  return keccak256(`0x1901${domainSeparator.slice(2)}${content.slice(2)}`);
}
