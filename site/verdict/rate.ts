import { ask } from "../parts/api.ts";
import { byId, fieldOf } from "../parts/elements.ts";
import { findWallet, problemOf, sendTransaction } from "../parts/wallet.ts";

type HowToRate = Readonly<{
  chain_id: number;
  to: string;
  calldata_template: string;
  placeholders: Readonly<{ value: Readonly<{ at_byte: number; bytes: number }> }>;
}>;

/** Offers to rate the agent, where it is registered and the browser has a wallet. */
export async function offerRating(): Promise<void> {
  const wallet = findWallet();
  if (!wallet) return;
  const found = await ask<{ how_to_rate: HowToRate }>("/v1/reputation").catch(() => undefined);
  if (!found) return;
  const how = found.answer.how_to_rate;
  byId("rate").hidden = false;
  const form = byId<HTMLFormElement>("rate-form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const rating = Number(fieldOf(form, "rating"));
    sendTransaction(wallet, { to: how.to, chainId: how.chain_id, data: withRating(how, rating) })
      .then((tx) => (byId("rate-status").textContent = `Sent: ${tx}`))
      .catch((error: unknown) => (byId("rate-status").textContent = problemOf(error)));
  });
}

/** The call with the rating put in, as a big-endian integer. */
function withRating({ calldata_template: data, placeholders: { value } }: HowToRate, rating: number): string {
  const from = 2 + value.at_byte * 2;
  const digits = value.bytes * 2;
  return data.slice(0, from) + rating.toString(16).padStart(digits, "0") + data.slice(from + digits);
}
