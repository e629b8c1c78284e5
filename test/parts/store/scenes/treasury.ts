import type { Store } from "../../../../parts/store/store.ts";
import type { Deposit } from "../../../../parts/store/treasury.ts";
import { aName, noonMs } from "../builders.ts";
import type { Scene, Writes } from "../lost-answers.ts";
import {
  aCheckout,
  aDeposit,
  aKey,
  anAmount,
  aReservation,
  dayMs,
  reserved,
  terms,
} from "../treasury-builders.ts";

type Names = Awaited<ReturnType<typeof prepare>>;

let scenes = 0;

/** A key with a remainder and an open reservation, deposits of every state, and two checkouts. */
async function prepare(store: Store) {
  scenes += 1;
  const chain = scenes;
  // Every scene has the same amounts, so each has them at a time of its own.
  const nowMs = noonMs + scenes * 3 * dayMs;
  const account = await aKey(store);
  const asked = { account, amountsWei: ["3900"], nowMs, expiresAtMs: nowMs + dayMs };
  const { id } = await reserved(store, asked);
  const [named, seen, unclaimed, added] = [0, 1, 2, 3].map((block) =>
    aDeposit({ chain, block, amountWei: "1700", blockTimeMs: nowMs }),
  ) as [Deposit, Deposit, Deposit, Deposit];
  await store.creditDeposit({ ...named, fingerprint: account }, terms);
  await store.seeDeposit(seen);
  await store.creditDeposit(unclaimed, terms);
  const [checkout, next] = [aCheckout({ account }), aCheckout({ account })];
  await store.addCheckout(checkout);
  const deposits = { named, seen, unclaimed, added };
  return { chain, nowMs, account, id, asked, deposits, checkout, next, kind: aName() };
}

/** What there is of it afterwards, without the names that differ from run to run. */
async function observe(store: Store, names: Names) {
  const { account, id, nowMs, deposits, checkout, next, kind } = names;
  const states = await Promise.all(
    Object.values(deposits).map(({ reference }) => store.readDeposit(reference)),
  );
  const { credits, remainderWei, entries } = await store.readStatement(account);
  const checkouts = await store.listCheckouts({ limit: 10_000 });
  const stateOf = (of: string) => checkouts.find(({ session }) => session === of)?.state;
  return {
    deposits: states.map(
      (deposit) => deposit && [deposit.state, deposit.credits, deposit.account === account],
    ),
    statement: { credits, remainderWei, entries: entries.map(({ delta, reason }) => ({ delta, reason })) },
    reservation: (await store.readReservation(id))?.deposit?.state,
    open: (await store.listOpenReservations(account, nowMs)).length,
    checkouts: [stateOf(checkout.session), stateOf(next.session)],
    visits: (await store.readFunnel()).counts
      .filter((visit) => visit.kind === kind)
      .map(({ count }) => count),
  };
}

const writes: Writes<Names> = {
  reserve: async (store, { asked }) =>
    (await store.reserve(aReservation({ ...asked, id: aName(), amountsWei: [anAmount()] }))).outcome,
  "reserve that is one too many": (store, { asked }) => store.reserve(aReservation({ ...asked, maxOpen: 1 })),
  "reserve of an amount that is taken": (store, { asked }) => store.reserve(aReservation(asked)),
  seeDeposit: (store, { deposits }) => store.seeDeposit(deposits.added),
  forgetSeen: (store, { chain }) => store.forgetSeen(chain, 3),
  "creditDeposit of a named key": (store, { account, deposits }) =>
    store.creditDeposit({ ...deposits.added, fingerprint: account }, terms).then(({ credits }) => credits),
  "creditDeposit of a reserved amount": (store, { deposits }) =>
    store.creditDeposit({ ...deposits.added, amountWei: "3900" }, terms).then(({ state }) => state),
  "creditDeposit of nobody": (store, { deposits }) =>
    store.creditDeposit(deposits.added, terms).then(({ state }) => state),
  claimDeposit: (store, { account, deposits }) =>
    store
      .claimDeposit(deposits.unclaimed.reference, { ...terms, account })
      .then((claimed) => claimed?.credits),
  addCheckout: (store, { next }) => store.addCheckout(next),
  closeCheckout: (store, { checkout }) => store.closeCheckout(checkout.session),
  "grant of a card payment (whose second sending is settled)": (store, { account, checkout }) =>
    store
      .grant({ account, delta: 50, reason: "card", reference: checkout.session, atMs: noonMs })
      .then(() => "credited"),
  countVisit: (store, { kind }) => store.countVisit({ kind, origin: "origin", atMs: noonMs }),
};

export const treasuryScene = { prepare, observe, writes } satisfies Scene<Names>;
