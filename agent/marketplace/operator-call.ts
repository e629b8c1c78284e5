import { concatHex, encodeFunctionData, padHex, zeroAddress, type Address, type Hex } from "viem";
import { safeAbi } from "./abi.ts";
import type { Mech } from "./market.ts";

/** A call that an account or a Safe makes. */
export type OperatorCall = Readonly<{ to: Address; data: Hex }>;

/** The call as our account sends it: directly, or through the Safe that operates the mech. */
export function byOperator(
  { operator, isSafe }: Pick<Mech, "operator" | "isSafe">,
  { to, data }: OperatorCall,
  sender: Address,
): OperatorCall {
  if (!isSafe) return { to, data };
  // With safeTxGas and gasPrice 0 a failure inside reverts the whole transaction (GS013) instead of passing unseen.
  const args = [to, 0n, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, approvedBySender(sender)] as const;
  return { to: operator, data: encodeFunctionData({ abi: safeAbi, functionName: "execTransaction", args }) };
}

/** To a Safe, a call by an owner counts as that owner's approval: r is the owner, s is zero, v is 1. */
function approvedBySender(sender: Address): Hex {
  return concatHex([padHex(sender, { size: 32 }), padHex("0x", { size: 32 }), "0x01"]);
}
