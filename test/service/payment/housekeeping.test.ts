import { expect, test } from "vitest";
import { startHousekeeping } from "../../../service/payment/housekeeping.ts";
import type { Store } from "../../../parts/store/store.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { silentLog } from "../../parts/store/builders.ts";

/** Records the commands of a store, and when, in seconds. */
function aDiary(fails: (asked: string, count: number) => boolean = () => false) {
  const clock = manualClock();
  const askedAtS: Record<string, number[]> = {};
  const note =
    <Answer>(asked: string, answer: Answer) =>
    async (): Promise<Answer> => {
      const times = (askedAtS[asked] ??= []);
      times.push(clock.monotonic() / 1000);
      if (fails(asked, times.length)) throw new Error("out of reach");
      return answer;
    };
  const store = {
    heartbeat: note("heartbeat", undefined),
    readOwners: note("readOwners", []),
    prune: note("prune", undefined),
    releasePaymentsOf: note("releasePaymentsOf", 0),
    giveBackCallsOf: note("giveBackCallsOf", 0),
  } as Partial<Store> as Store;
  return { clock, askedAtS, parts: { store, clock, log: silentLog, owner: "us" } };
}

test("a process sends a heartbeat every two seconds, and deletes expired data every minute", async () => {
  const { clock, askedAtS, parts } = aDiary();
  await using _house = await startHousekeeping(parts);
  await clock.advance(180_000);
  expect(askedAtS["heartbeat"]).toEqual(Array.from({ length: 91 }, (_, n) => 2 * n));
  expect(askedAtS["readOwners"]).toEqual(askedAtS["heartbeat"]);
  expect(askedAtS["prune"]).toEqual([60, 120, 180]);
});

test("housekeeping continues after the store was unavailable for a while", async () => {
  const { clock, askedAtS, parts } = aDiary(
    (asked, count) => asked === "heartbeat" && count > 1 && count < 10,
  );
  await using _house = await startHousekeeping(parts);
  await clock.advance(60_000);
  expect(askedAtS["heartbeat"]).toHaveLength(31);
  expect(askedAtS["prune"]).toEqual([60]);
});

test("a process that closes gives its own charges back, and then sends no more heartbeats", async () => {
  const { clock, askedAtS, parts } = aDiary();
  const house = await startHousekeeping(parts);
  await clock.advance(4000);
  await house[Symbol.asyncDispose]();
  await clock.advance(60_000);
  expect(askedAtS["heartbeat"]).toEqual([0, 2, 4]);
  expect([askedAtS["releasePaymentsOf"], askedAtS["giveBackCallsOf"]]).toEqual([[4], [4]]);
});
