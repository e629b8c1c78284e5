import { Fault } from "../../parts/faults.ts";
import { toIso } from "../../platform/clock.ts";
import { inCoins } from "../../parts/deposits/amount.ts";
import type { Reservation } from "../../parts/store/treasury.ts";
import type { MoneyParts, ProcessParts, StoreParts } from "../parts.ts";
import { findDepositStatus } from "./deposit-status.ts";
import { requireNative } from "../terms/native.ts";
import { showReservation } from "./reservation-view.ts";

/** The state of a payment, for anyone with its link. */
export type PayStatus = Readonly<{
  status: "open" | "seen" | "credited" | "expired";
  /** The request for, and what came of it: a payment fills up what earlier ones left over, too. */
  credits: number;
  credits_added: number | null;
  confirmations: number;
  required_confirmations: number;
  tx_hash: string | null;
  expires_at: string;
  now: string;
  /** Transfers since the link was made that name no key and have no reserved amount: one of them may be the reader's. */
  unclaimed: readonly UnclaimedTransfer[];
}>;

export type UnclaimedTransfer = Readonly<{ tx_hash: string; sender: string; amount: string; at: string }>;

/** What to pay, and where. */
export type PayOffer = Readonly<{
  reservation_id: string;
  amount: string;
  amount_wei: string;
  currency: string;
  address: string;
  chain_id: number;
  payment_uri: string;
}>;

/** What a page can show; on a busy contract the reader has to know the transaction. */
const maxUnclaimed = 5;

type Needs = ProcessParts & StoreParts & MoneyParts;

/** A reservation without anything that tells of the key it is for: a link can be passed on. */
export async function readPayView(
  parts: Needs,
  id: string,
): Promise<Readonly<{ offer: PayOffer; status: PayStatus }>> {
  const terms = requireNative(parts);
  const found = await findDepositStatus(parts, id);
  if (!found)
    throw new Fault("not_found", { message: "No such payment. Start one with POST /v1/keys/deposit." });
  const { status, confirmations, reservation } = found;
  const { deposit, credits } = reservation;
  const { amount, amount_wei, currency, address, chain_id, payment_uri, reservation_id, expires_at } =
    showReservation(parts.config, terms, reservation);
  return {
    offer: { reservation_id, amount, amount_wei, currency, address, chain_id, payment_uri },
    status: {
      status,
      credits,
      credits_added: status === "credited" ? (deposit?.credits ?? null) : null,
      confirmations,
      required_confirmations: terms.confirmations,
      tx_hash: deposit?.tx ?? null,
      expires_at,
      now: toIso(parts.clock.now()),
      unclaimed: deposit ? [] : await listUnclaimed(parts, terms.chainId, reservation),
    },
  };
}

async function listUnclaimed(
  { store }: Needs,
  chainId: number,
  { createdAtMs }: Reservation,
): Promise<readonly UnclaimedTransfer[]> {
  // Blocks tell whole seconds.
  const sinceMs = Math.floor(createdAtMs / 1000) * 1000;
  const found = await store.listUnclaimed({ chainId, sinceMs, limit: maxUnclaimed });
  return found.map(({ tx, sender, amountWei, blockTimeMs }) => ({
    tx_hash: tx,
    sender,
    amount: inCoins(BigInt(amountWei)),
    at: toIso(blockTimeMs),
  }));
}
