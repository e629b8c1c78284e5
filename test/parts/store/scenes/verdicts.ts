import type { Store } from "../../../../parts/store/store.ts";
import { noonMs } from "../builders.ts";
import type { Scene, Writes } from "../lost-answers.ts";
import { aVerdict, verdictRoom } from "../suite/verdicts.ts";

type Names = Awaited<ReturnType<typeof prepare>>;

const room = { ...verdictRoom, nowMs: noonMs };

async function prepare(store: Store) {
  const kept = aVerdict();
  await store.shareVerdict(kept, room);
  return { kept, shared: aVerdict() };
}

async function observe(store: Store, { kept, shared }: Names) {
  const found = await Promise.all([kept, shared].map(async ({ id }) => store.findVerdict(id, noonMs)));
  return found.map((verdict) => verdict?.body);
}

const writes: Writes<Names> = {
  shareVerdict: (store, { shared }) => store.shareVerdict(shared, room),
  deleteVerdict: (store, { kept }) => store.deleteVerdict(kept.id),
};

export const verdictScene = { prepare, observe, writes } satisfies Scene<Names>;
