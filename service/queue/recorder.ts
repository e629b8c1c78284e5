import { createHash } from "node:crypto";
import type { Masking } from "../../engine/masking.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Metrics } from "../../parts/observe/metrics.ts";
import type { Recording, RecordingRoom } from "../../parts/store/recordings.ts";
import type { Store } from "../../parts/store/store.ts";

/** Keeps rejected snippets for the operator of this deployment. */
export type Recorder = Readonly<{
  /** Returns at once. Masking and storing happen later; without room, or if they fail, the recording is dropped. */
  record(snippet: Omit<Recording, "atMs">): void;
}> &
  AsyncDisposable;

type Needs = Readonly<{
  /** Answers with the text freed of secrets, or with nothing where that cannot be done. */
  masking: Masking;
  store: Pick<Store, "addRecording">;
  clock: Pick<Clock, "now">;
  log: Log;
  metrics: Pick<Metrics, "counter">;
}>;

const room: RecordingRoom = { maxItems: 10_000, maxBytes: 64_000_000 };
/** Snippets under way at once; each may be as long as code may be. */
const maxWaiting = 32;

export function createRecorder({ masking, store, clock, log, metrics }: Needs): Recorder {
  const stopping = new AbortController();
  const count = metrics.counter(
    "assay_recordings_total",
    "Rejected snippets to be recorded, by outcome.",
    "outcome",
  );
  let waiting = 0;

  async function keep({ code, rules, mode }: Omit<Recording, "atMs">): Promise<string> {
    const masked = await masking.run(code, stopping.signal);
    if (masked === undefined) return "not maskable";
    const digest = createHash("sha256").update(`${mode}\n${masked}`).digest("hex");
    await store.addRecording({ digest, code: masked, rules, mode, atMs: clock.now() }, room);
    return "recorded";
  }

  async function tryToKeep(snippet: Omit<Recording, "atMs">): Promise<void> {
    waiting += 1;
    try {
      count(await keep(snippet));
    } catch (error) {
      count("failed");
      const reason = error instanceof Error ? error.name : "unknown";
      if (!stopping.signal.aborted) log.warn("a rejected snippet was not recorded", { reason });
    } finally {
      waiting -= 1;
    }
  }

  return {
    record: (snippet) => {
      if (waiting < maxWaiting) void tryToKeep(snippet);
      else count("no room");
    },
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await masking[Symbol.asyncDispose]();
    },
  };
}
