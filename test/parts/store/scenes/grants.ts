import { expect } from "vitest";
import type { Store } from "../../../../parts/store/store.ts";
import { noonMs } from "../builders.ts";
import type { Scene, Writes } from "../lost-answers.ts";
import { anOpening, aTurn } from "../suite/grants.ts";

type Names = Awaited<ReturnType<typeof prepare>>;

/** A grant whose token was exchanged once, and one that is not open yet. */
async function prepare(store: Store) {
  const opened = anOpening();
  await store.openGrant(opened);
  await store.rotateGrant(aTurn(opened.id, "first", "second"));
  return { opened, next: anOpening({ account: opened.account, maxOpen: 1 }) };
}

async function observe(store: Store, { opened, next }: Names) {
  return {
    isOpen: (await store.readGrant(opened.id, noonMs)) !== undefined,
    isNextOpen: (await store.readGrant(next.id, noonMs)) !== undefined,
    next: await store.rotateGrant(aTurn(opened.id, "third", "fourth")),
  };
}

const writes: Writes<Names> = {
  openGrant: (store, { next }) => store.openGrant(next),
  "openGrant of an id that was used": (store, { opened }) =>
    store.openGrant({ ...opened, tokenHash: "other" }),
  rotateGrant: (store, { opened }) => store.rotateGrant(aTurn(opened.id, "second", "third")),
  "rotateGrant of a token that was turned (whose second sending finds it gone)": async (
    store,
    { opened },
  ) => {
    expect(["reused", "gone"]).toContain(await store.rotateGrant(aTurn(opened.id, "first", "third")));
  },
  endGrant: (store, { opened }) => store.endGrant(opened.id, noonMs),
};

export const grantScene = { prepare, observe, writes } satisfies Scene<Names>;
