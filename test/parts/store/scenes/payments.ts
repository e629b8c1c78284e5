import type { Store } from "../../../../parts/store/store.ts";
import { aName, noonMs } from "../builders.ts";
import type { Scene, Writes } from "../lost-answers.ts";
import { aClaim, another, left, paidAt, settledPayment } from "../payment-builders.ts";

type Names = Awaited<ReturnType<typeof prepare>>;

/** Payments of one payer in every state, all of one owner. */
async function prepare(store: Store) {
  const [payer, owner] = [aName(), aName()];
  const [fresh, bare, worked, free] = [
    aClaim({ payer, owner }),
    aClaim({ payer, owner }),
    aClaim({ payer, owner }),
    aClaim({ payer, owner }),
  ];
  for (const claim of [bare, worked, free]) await store.claimPayment(claim);
  for (const { id, hold } of [worked, free]) await store.keepWork(id, hold, { answer: "answer" });
  await store.letGoPayment(free.id, free.hold, left());
  const settled = await settledPayment(store, aClaim({ payer, owner }));
  return { payer, owner, fresh, bare, worked, free, settled };
}

/** What there is of them afterwards, without the names that differ from run to run. */
async function observe(store: Store, { payer, owner, ...claims }: Names) {
  const records = await Promise.all(Object.values(claims).map(({ id }) => store.findPayment(id)));
  const claimings = [];
  for (const claim of Object.values(claims)) {
    const { outcome, ...rest } = await store.claimPayment(another(claim));
    claimings.push([outcome, "isUncertain" in rest && rest.isUncertain]);
  }
  return {
    states: records.map((record) => record && [record.state, record.answer, record.receipt]),
    claimings,
    next: (await store.claimPayment(aClaim({ payer, maxUnpaid: 2 }))).outcome,
    held: await store.releasePaymentsOf(owner),
  };
}

const writes: Writes<Names> = {
  "claimPayment of a new one": (store, { fresh }) => store.claimPayment(fresh),
  "claimPayment of what was worked for": async (store, { free }) =>
    (await store.claimPayment(another(free))).outcome,
  "claimPayment that waits": (store, { bare }) => store.claimPayment(another(bare)),
  "claimPayment of a settled one": async (store, { settled }) =>
    (await store.claimPayment(another(settled))).outcome,
  keepWork: (store, { bare }) => store.keepWork(bare.id, bare.hold, { answer: "more" }),
  settlePayment: (store, { worked }) => store.settlePayment(worked.id, paidAt(noonMs)),
  "letGoPayment of a claim": (store, { bare }) => store.letGoPayment(bare.id, bare.hold, left()),
  "letGoPayment of work": (store, { worked }) => store.letGoPayment(worked.id, worked.hold, left(true)),
  "releasePaymentsOf (whose second sending finds none)": (store, { owner }) =>
    store.releasePaymentsOf(owner).then(() => "released"),
};

export const paymentScene = { prepare, observe, writes } satisfies Scene<Names>;
