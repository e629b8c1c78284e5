import { expect, test } from "vitest";
import { createSharedReadings } from "../../../parts/limits/shared-readings.ts";
import { manualClock } from "../../support/manual-clock.ts";

/** Values that contain the number of their read. */
function countReadings(maxEntries = 10) {
  const clock = manualClock();
  const shared = createSharedReadings<string>(clock, { ttlMs: 1000, maxEntries });
  let readings = 0;
  const read = async (name: string): Promise<string> => shared(name, async () => `${name}${(readings += 1)}`);
  return { clock, shared, read };
}

test("a value is read again after its time to live", async () => {
  const { clock, read } = countReadings();
  expect([await read("a"), await read("a"), await read("b")]).toEqual(["a1", "a1", "b2"]);
  await clock.advance(999);
  expect(await read("a")).toBe("a1");
  await clock.advance(1);
  expect(await read("a")).toBe("a3");
});

test("a caller during a read gets its value, however long it takes", async () => {
  const { clock, shared, read } = countReadings();
  const slow = Promise.withResolvers<string>();
  const first = shared("a", async () => slow.promise);
  await clock.advance(60_000);
  const second = read("a");
  slow.resolve("slow");
  expect(await Promise.all([first, second])).toEqual(["slow", "slow"]);
});

test("a failed read is retried at once", async () => {
  const { shared, read } = countReadings();
  await expect(shared("a", async () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await read("a")).toBe("a1");
});

test("no more than the allowed number of values is kept", async () => {
  const { read } = countReadings(2);
  expect([await read("a"), await read("b"), await read("c")]).toEqual(["a1", "b2", "c3"]);
  expect(await read("c")).toBe("c3");
  expect(await read("a")).toBe("a4");
});
