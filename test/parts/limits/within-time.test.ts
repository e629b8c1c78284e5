import { describe, expect, test } from "vitest";
import { Fault } from "../../../parts/faults.ts";
import { throwIfAborted, withinTime } from "../../../parts/limits/within-time.ts";
import { manualClock } from "../../support/manual-clock.ts";

/** Never ends by itself; ends when it is aborted. */
const untilAborted = async (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted")));
  });

describe("work with a time limit", () => {
  const never = new AbortController().signal;

  test("is answered when it is done in time", async () => {
    const limit = { clock: manualClock(), limitMs: 10, signal: never };
    expect(await withinTime(limit, async () => "done")).toBe("done");
  });

  test("fails with its own error when it fails in time", async () => {
    const limit = { clock: manualClock(), limitMs: 10, signal: never };
    const failed = new Error("broken");
    await expect(withinTime(limit, () => Promise.reject(failed))).rejects.toBe(failed);
  });

  test("is aborted at its limit, and says so", async () => {
    const clock = manualClock();
    const working = withinTime({ clock, limitMs: 10, signal: never }, untilAborted);
    const refused = working.catch((error: unknown) => error);
    await clock.advance(10);
    expect(await refused).toMatchObject({
      code: "content_unavailable",
      message: "No answer within 10 ms.",
    });
  });

  test("is aborted with its caller, and does not report a timeout", async () => {
    const leaving = new AbortController();
    const limit = { clock: manualClock(), limitMs: 10, signal: leaving.signal };
    const working = withinTime(limit, untilAborted);
    leaving.abort();
    await expect(working).rejects.toThrow("aborted");
  });
});

test("a signal whose time has passed is reported as a missing answer, any other unchanged", () => {
  const late = AbortSignal.abort(new DOMException("late", "TimeoutError"));
  expect(() => throwIfAborted(late)).toThrow(Fault);
  expect(() => throwIfAborted(AbortSignal.abort(new Error("left")))).toThrow("left");
  expect(() => throwIfAborted(new AbortController().signal)).not.toThrow();
});
