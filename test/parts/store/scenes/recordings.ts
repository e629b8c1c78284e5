import type { Store } from "../../../../parts/store/store.ts";
import type { Scene, Writes } from "../lost-answers.ts";
import { aRecording } from "../suite/recordings.ts";

export const room = { maxItems: 1000, maxBytes: 1_000_000 };

type Names = Awaited<ReturnType<typeof prepare>>;

async function prepare(store: Store) {
  const listed = await store.listRecordings({ after: 0, limit: 100 });
  return { recording: aRecording(), before: listed.at(-1)?.cursor ?? 0 };
}

/** How often it is there. */
async function observe(store: Store, { recording, before }: Names) {
  const since = await store.listRecordings({ after: before, limit: 100 });
  return since.filter(({ code }) => code === recording.code).length;
}

const writes: Writes<Names> = {
  addRecording: (store, { recording }) => store.addRecording(recording, room),
};

export const recordingScene = { prepare, observe, writes } satisfies Scene<Names>;
