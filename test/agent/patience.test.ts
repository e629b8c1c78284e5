import { expect, test } from "vitest";
import { backOffMs, untilSucceeds, retryMs } from "../../agent/state/patience.ts";
import { Fault } from "../../parts/faults.ts";
import { manualClock } from "../support/manual-clock.ts";
import { until } from "../support/until.ts";
import { rememberingLog } from "./remembering-log.ts";

test("each failure doubles the wait, up to five minutes", () => {
  expect([0, 1, 2, 3, 9].map(backOffMs)).toEqual([500, 1000, 2000, 4000, 256_000]);
  expect([10, 20, 1000, Number.MAX_SAFE_INTEGER].map(backOffMs)).toEqual([
    300_000, 300_000, 300_000, 300_000,
  ]);
});

test.for([
  ["after at most six seconds with a minute left", 60, 9, 6000],
  ["after fifteen seconds with much time left", 3000, 9, 15_000],
  ["after a second with little time left", 3, 9, 1000],
  ["after fifteen seconds when its deadline has just passed", -10, 9, 15_000],
  ["after a wait that grows with the failures when its deadline is long past", -3601, 9, 256_000],
  ["sooner after the first failures", 300, 1, 1000],
] as const)("a request is retried within its time: %s", ([, leftS, attempts, waitMs]) => {
  const nowMs = 1_800_000_000_000;
  expect(retryMs({ attempts, deadlineS: nowMs / 1000 + leftS }, nowMs)).toBe(waitMs);
});

test("a temporary failure is retried until it succeeds", async () => {
  const clock = manualClock();
  const log = rememberingLog();
  let tries = 0;
  const work = untilSucceeds({ clock, log, signal: new AbortController().signal }, "not yet", async () => {
    tries += 1;
    if (tries < 4) throw new Fault("chain_unavailable");
    return "done";
  });
  for (const waitMs of [500, 1000, 2000]) {
    const before = tries;
    await until(() => log.lines.length === before);
    await clock.advance(waitMs - 1);
    expect(tries).toBe(before);
    await clock.advance(1);
  }
  expect(await work).toBe("done");
});

test("a permanent failure is thrown at once", async () => {
  const needs = { clock: manualClock(), log: rememberingLog(), signal: new AbortController().signal };
  await expect(
    untilSucceeds(needs, "not yet", async () => Promise.reject(new Error("wrong key"))),
  ).rejects.toThrow("wrong key");
});

test("waiting ends when it is aborted", async () => {
  const stopping = new AbortController();
  const log = rememberingLog();
  const waiting = untilSucceeds(
    { clock: manualClock(), log, signal: stopping.signal },
    "not yet",
    async () => {
      throw new Fault("chain_unavailable");
    },
  );
  await until(() => log.lines.length === 1);
  stopping.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
});
