import type { DepositRecord, DepositState } from "../treasury.ts";

/** What a reader is given, in this order; an empty text where there is none. */
export const depositFields = [
  "reference",
  "tx",
  "sender",
  "amountWei",
  "fingerprint",
  "block",
  "blockTimeMs",
  "state",
  "account",
  "priceWei",
  "credits",
  "reservation",
  "reservedCredits",
] as const;

export const readDeposit = `
local function readDeposit(deposit)
  return redis.call('HMGET', deposit, ${depositFields.map((field) => `'${field}'`).join(", ")})
end`;

export type DepositRow = readonly string[];

export function toDeposit(row: DepositRow): DepositRecord {
  const [reference = "", tx, sender, amountWei = "", fingerprint, block, blockTimeMs, ...decision] = row;
  const [state, account, priceWei, credits, reservation, reservedCredits] = decision;
  return {
    reference,
    tx: tx as `0x${string}`,
    sender: sender as `0x${string}`,
    amountWei,
    fingerprint: fingerprint || null,
    block: Number(block),
    blockTimeMs: Number(blockTimeMs),
    state: state as DepositState,
    account: account || null,
    priceWei: priceWei || null,
    credits: Number(credits),
    // Older versions did not tell them apart.
    reservedCredits: Number(reservedCredits ?? 0),
    reservation: reservation || null,
  };
}
