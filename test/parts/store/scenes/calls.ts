import type { Store } from "../../../../parts/store/store.ts";
import { aCall, aGrant, anAccount, anAnswer, aName, noonMs, today } from "../builders.ts";
import type { Scene, Writes } from "../lost-answers.ts";
import { aKey } from "../treasury-builders.ts";

type Names = Awaited<ReturnType<typeof prepare>>;

/** An account with credits, an open call paid by them, and names for what a command may add. */
async function prepare(store: Store) {
  const account = await anAccount(store, 10);
  const begun = aCall({ account, owner: aName(), credits: 3 });
  await store.beginCall(begun);
  const creator = { address: aName(), day: today, limit: 2, welcome: 6 };
  const key = { fingerprint: aName(), createdAtMs: noonMs, origin: null };
  const holder = await aKey(store);
  await store.grant(aGrant(holder, 7));
  return { account, begun, creator, key, holder, grant: aGrant(account, 5), secret: aName() };
}

/** What the account looks like afterwards, without the names that differ from run to run. */
async function observe(store: Store, { account, creator, key, holder, begun }: Names) {
  const nextKey = () => store.addKey({ ...key, fingerprint: aName() }, creator);
  return {
    account: await store.readAccount(account, today),
    holder: [await store.readAccount(holder, today), (await store.readEntries(holder)).length],
    entries: (await store.readEntries(account)).map(({ delta, reason, atMs }) => ({ delta, reason, atMs })),
    isKeyFound: (await store.findKey(key.fingerprint)) !== undefined,
    welcome: await store.readAccount(key.fingerprint, today),
    nextKeys: [await nextKey(), await nextKey()],
    kept: await store.keepCall(begun.id, undefined),
  };
}

const writes: Writes<Names> = {
  secret: async (store, { secret }) => typeof (await store.secret(secret)),
  addKey: (store, { key, creator }) => store.addKey(key, creator),
  revokeKey: (store, { key }) => store.revokeKey(key.fingerprint, noonMs),
  "grant (whose second sending is settled)": (store, { grant }) => store.grant(grant).then(() => "credited"),
  "beginCall paid by credits": (store, { account }) => store.beginCall(aCall({ account, credits: 3 })),
  "beginCall paid by the allowance": (store, { account }) =>
    store.beginCall(aCall({ account, allowance: 5 })),
  "beginCall that is short": (store, { account }) => store.beginCall(aCall({ account, credits: 99 })),
  "beginCallOfKey paid by credits": (store, { holder }) =>
    store.beginCallOfKey(aCall({ account: holder, credits: 3 })),
  "beginCallOfKey paid by the allowance": (store, { holder }) =>
    store.beginCallOfKey(aCall({ account: holder, allowance: 5 })),
  "beginCallOfKey that is short": (store, { holder }) =>
    store.beginCallOfKey(aCall({ account: holder, credits: 99 })),
  keepCall: (store, { begun }) => store.keepCall(begun.id, anAnswer()),
  giveBackCall: (store, { begun }) => store.giveBackCall(begun.id, noonMs),
  "giveBackCall before the beginning": (store) => store.giveBackCall(aName(), noonMs),
  "giveBackCallsOf (whose second sending finds none)": (store, { begun }) =>
    store.giveBackCallsOf(begun.owner, noonMs).then(() => "given back"),
  heartbeat: (store) => store.heartbeat(aName(), 15_000),
};

export const callScene = { prepare, observe, writes } satisfies Scene<Names>;
