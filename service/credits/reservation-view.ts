import type { Config } from "../config.ts";
import { toIso } from "../../platform/clock.ts";
import { inCoins, paymentUri } from "../../parts/deposits/amount.ts";
import type { Reservation } from "../../parts/store/treasury.ts";
import type { NativeTerms } from "../terms/native.ts";
import { baseUrlOf } from "../terms/remedy.ts";

/** A reservation, as its key's owner sees it. */
export function showReservation(
  config: Config,
  { address, chainId, currency }: NativeTerms,
  reservation: Reservation,
) {
  const { id, account, credits, expiresAtMs } = reservation;
  const amountWei = BigInt(reservation.amountWei);
  return {
    reservation_id: id,
    address,
    chain_id: chainId,
    amount_wei: String(amountWei),
    amount: inCoins(amountWei),
    currency,
    credits,
    deposit_data: `0x${account}`,
    expires_at: toIso(expiresAtMs),
    payment_uri: paymentUri({ address, chainId, amountWei }),
    pay_url: `${baseUrlOf(config)}/pay/${id}`,
  };
}
