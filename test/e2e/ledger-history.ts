import type { Store } from "../../parts/store/store.ts";
import { aCall, aGrant, noonMs } from "../parts/store/builders.ts";
import { aCheckout, aDeposit, aKey, reserved } from "../parts/store/treasury-builders.ts";

export type History = Awaited<ReturnType<typeof aHistory>>;

export const wei = "2000000000000000500";
const price = { priceWei: "1000000000000000000", atMs: noonMs + 60_000 };

/** A key with one of everything that can change its credits. */
export async function aHistory(store: Store) {
  const account = await aKey(store);
  const [kept, givenBack] = [aCall({ account, credits: 3 }), aCall({ account, credits: 1 })];
  await store.grant({ ...aGrant(account, 10), reference: `operator:${account}` });
  for (const call of [kept, givenBack]) await store.beginCall(call);
  await store.keepCall(kept.id, undefined);
  await store.giveBackCall(givenBack.id, noonMs + 1_000);
  const checkout = aCheckout({ account });
  await store.addCheckout(checkout);
  await store.grant({
    account,
    delta: 50,
    reason: "card",
    reference: checkout.session,
    atMs: noonMs + 2_000,
  });
  const named = aDeposit({ fingerprint: account, amountWei: wei });
  await store.creditDeposit(named, price);
  const reservation = await reserved(store, { account, credits: 1, amountsWei: ["1000000000000000700"] });
  const settling = aDeposit({ amountWei: reservation.amountWei });
  await store.creditDeposit(settling, price);
  const open = await reserved(store, { account, expiresAtMs: 9_999_999_999_999 });
  const unclaimed = aDeposit({ amountWei: "77" });
  await store.creditDeposit(unclaimed, price);
  return { account, kept, givenBack, checkout, named, reservation, settling, open, unclaimed };
}
