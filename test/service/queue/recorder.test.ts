import { expect, test } from "vitest";
import { createMetrics } from "../../../parts/observe/metrics.ts";
import { createRecorder } from "../../../service/queue/recorder.ts";
import type { RecordingRoom } from "../../../parts/store/recordings.ts";
import type { Store } from "../../../parts/store/store.ts";
import type { Threads } from "../../../platform/threads/threads.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { until } from "../../support/until.ts";
import { silentLog } from "../../parts/store/builders.ts";

type Added = Parameters<Store["addRecording"]>[0];
type Mask = Threads<string, string | undefined>["run"];

/** A recorder over a list; `mask` stands for the thread. */
function openStage(mask: Mask) {
  const added: Added[] = [];
  const rooms: RecordingRoom[] = [];
  const metrics = createMetrics();
  const recorder = createRecorder({
    masking: { run: mask, [Symbol.asyncDispose]: async () => {} },
    store: {
      addRecording: async (recording, room) => {
        added.push(recording);
        rooms.push(room);
      },
    },
    clock: manualClock(1000),
    log: silentLog,
    metrics,
  });
  const outcomes = async () => {
    const { body } = await metrics.text();
    const counted = body.matchAll(/^assay_recordings_total\{outcome="(?<outcome>[^"]+)"\} (?<count>\d+)$/gm);
    return Object.fromEntries(
      Array.from(counted, ({ groups }) => [groups!["outcome"], Number(groups!["count"])]),
    );
  };
  return { recorder, added, rooms, outcomes };
}

const snippet = (code: string, mode = "static") => ({ code, mode, rules: ["ruff:F821"] });

test("a record has the masked text, the time and a bounded size", async () => {
  const { recorder, added, rooms } = openStage(async (code) => code.replace("secret", "******"));
  recorder.record(snippet("x = secret"));
  await until(() => added.length === 1);
  expect(added).toMatchObject([{ ...snippet("x = ******"), atMs: 1000 }]);
  expect(rooms).toEqual([{ maxItems: 10_000, maxBytes: 64_000_000 }]);
});

test("equal texts of one mode have one digest, whatever secrets they had", async () => {
  const { recorder, added } = openStage(async () => "x = ******");
  for (const mode of ["static", "static", "execute"]) recorder.record(snippet(`x = secret of ${mode}`, mode));
  await until(() => added.length === 3);
  const [one, other, third] = added.map(({ digest }) => digest);
  expect(one).toBe(other);
  expect(third).not.toBe(one);
});

test("a text that cannot be masked is not recorded, nor is one that fails", async () => {
  const { recorder, added, outcomes } = openStage(async (code) => {
    if (code === "bad") throw new Error("the thread died");
    return undefined;
  });
  for (const code of ["bad", "long"]) recorder.record(snippet(code));
  await until(async () => (await outcomes())["not maskable"] === 1);
  expect(await outcomes()).toEqual({ failed: 1, "not maskable": 1 });
  expect(added).toEqual([]);
});

test("with more than 32 at once the rest are dropped, and afterwards there is room again", async () => {
  const gate = Promise.withResolvers<void>();
  const { recorder, added, outcomes } = openStage(async (code) => gate.promise.then(() => code));
  for (let n = 0; n < 40; n += 1) recorder.record(snippet(`x${n}`));
  expect(await outcomes()).toEqual({ "no room": 8 });
  gate.resolve();
  await until(() => added.length === 32);
  recorder.record(snippet("later"));
  await until(() => added.length === 33);
});

test("pending records are dropped on close", async () => {
  const { recorder, added, outcomes } = openStage(
    async (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("stopped")));
      }),
  );
  recorder.record(snippet("x"));
  await recorder[Symbol.asyncDispose]();
  await until(async () => (await outcomes())["failed"] === 1);
  expect(added).toEqual([]);
});
