import { expect, test } from "vitest";
import { openLog } from "../../../../platform/log.ts";
import { startBreaker } from "../../../../engine/workers/sandbox/breaker.ts";
import { manualClock } from "../../../support/manual-clock.ts";

/** A breaker over an engine that answers, or boxes that start, only while the test says so. */
async function playEngine() {
  const clock = manualClock();
  const engine = { answers: true, starts: false };
  const triedAtS: number[] = [];
  const breaker = startBreaker({
    ping: async () => {
      if (!engine.answers) throw new Error("silent");
    },
    tryOut: async () => {
      triedAtS.push(clock.monotonic() / 1000);
      return engine.starts;
    },
    onOpen: () => undefined,
    onHeartbeat: () => undefined,
    clock,
    log: openLog("silent"),
  });
  await breaker.firstAnswer;
  return { breaker, clock, engine, triedAtS };
}

test("an engine that answers but starts no box is retried less and less often, up to every 30 s", async () => {
  const { breaker, clock, engine, triedAtS } = await playEngine();
  await using _ = breaker;
  await clock.advance(120_000);
  expect(triedAtS).toEqual([0, 2, 6, 14, 30, 60, 90, 120]);
  engine.starts = true;
  await clock.advance(30_000);
  expect(breaker.isClosed()).toBe(true);
});

test("an engine that was silent in between is retried at once", async () => {
  const { breaker, clock, engine, triedAtS } = await playEngine();
  await using _ = breaker;
  await clock.advance(70_000);
  engine.answers = false;
  await clock.advance(1_000);
  engine.answers = true;
  await clock.advance(1_000);
  expect(triedAtS.at(-1)).toBe(72);
});

test("retries begin again with short pauses after a success", async () => {
  const { breaker, clock, engine, triedAtS } = await playEngine();
  await using _ = breaker;
  await clock.advance(31_000);
  engine.starts = true;
  await clock.advance(29_000);
  expect(breaker.isClosed()).toBe(true);
  engine.starts = false;
  engine.answers = false;
  await clock.advance(2_000);
  expect(breaker.isClosed()).toBe(false);
  engine.answers = true;
  await clock.advance(7_000);
  expect(triedAtS.slice(-3)).toEqual([63, 65, 69]);
});
