import { keccak256, toBytes, type Address, type Hex } from "viem";
import type { VerdictReceipt } from "../../engine/verdict.ts";
import { toIso } from "../../platform/clock.ts";
import { checksummed, nameContract } from "./contract-name.ts";

/** Who was paid by whom, and where the chain says so. */
export type ProofOfPayment = Readonly<{
  fromAddress: string;
  toAddress: string;
  chainId: string;
  txHash: string;
}>;

/** What is kept of an answer that its receiver wants to rate. */
export type RatedAnswer = Readonly<{
  rater: Address;
  receipt: VerdictReceipt;
  proofOfPayment: ProofOfPayment | null;
  atMs: number;
}>;

type Rated = Readonly<{ chainId: number; identityRegistry: Address; agentId: number; endpoint: string }>;

/** What a rating is about, as ERC-8004 has it, with the receipt that the service signed. The same values give the same text. */
export function writeFeedback(
  { chainId, identityRegistry, agentId, endpoint }: Rated,
  { rater, receipt, proofOfPayment, atMs }: RatedAnswer,
  value: number,
): Readonly<{ text: string; hash: Hex }> {
  const file = {
    agentRegistry: nameContract(chainId, identityRegistry),
    agentId,
    clientAddress: `eip155:${chainId}:${checksummed(rater)}`,
    createdAt: toIso(atMs),
    value,
    valueDecimals: 0,
    tag1: "starred",
    tag2: "",
    endpoint,
    ...(proofOfPayment && { proofOfPayment }),
    receipt,
  };
  const text = JSON.stringify(file);
  return { text, hash: keccak256(toBytes(text)) };
}
