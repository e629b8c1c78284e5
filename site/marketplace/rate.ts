import { byId, fieldOf } from "../parts/elements.ts";
import { findWallet, problemOf, sendTransaction } from "../parts/wallet.ts";

export type HowToRate = Readonly<{
  chain_id: number;
  to: string;
  calldata_template: string;
  placeholders: Readonly<{ value: Readonly<{ at_byte: number; bytes: number }> }>;
}>;

function say(text: string): void {
  byId("rate-status").textContent = text;
}

/** Rates with the wallet of this browser; without one, the form says what is missing. */
export function offerRating(how: HowToRate): void {
  const form = byId<HTMLFormElement>("rate-form");
  const wallet = findWallet();
  byId<HTMLButtonElement>("rate-button").disabled = wallet === undefined;
  if (!wallet)
    return say(
      "This browser has no wallet. Open this page in one that has, or send the call of /v1/reputation yourself.",
    );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const rating = Number(fieldOf(form, "rating"));
    say("Confirm the transaction in your wallet.");
    sendTransaction(wallet, { to: how.to, chainId: how.chain_id, data: withRating(how, rating) })
      .then((tx) => say(`Sent: ${tx}. Your rating of ${rating} shows here once it is in a block.`))
      .catch((error: unknown) => say(problemOf(error)));
  });
}

/** The call with the rating put in, as a big-endian integer. */
function withRating({ calldata_template: data, placeholders: { value } }: HowToRate, rating: number): string {
  const from = 2 + value.at_byte * 2;
  const digits = value.bytes * 2;
  return data.slice(0, from) + rating.toString(16).padStart(digits, "0") + data.slice(from + digits);
}
