import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beginCall } from "../../../service/payment/account.ts";
import { readConfig } from "../../../service/config.ts";
import type { Judgement } from "../../../engine/engine.ts";
import { Job } from "../../../engine/job.ts";
import type { Clock } from "../../../platform/clock.ts";
import { createMetrics } from "../../../parts/observe/metrics.ts";
import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";
import type { Store } from "../../../parts/store/store.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { until } from "../../support/until.ts";
import { anAccount, silentLog } from "../../parts/store/builders.ts";
import { noTools } from "../../support/no-tools.ts";

const price = 3;
const judgement = { verdict: { valid: true }, isComplete: true } as unknown as Judgement;

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-giving-back-"));
  store = await openSqliteStore(join(folder, "assay.sqlite"));
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** A process with its own clock, and a store with failing commands. */
function aProcess(clock: Clock, failing: Partial<Store> = {}) {
  const stop = new AbortController();
  const parts = {
    store: { ...store, ...failing },
    clock,
    engine: noTools,
    config: readConfig({ FREE_CALLS_PER_DAY: "0" }),
    log: silentLog,
    metrics: createMetrics(),
    owner: randomUUID(),
    stopping: stop.signal,
  };
  return {
    begin: async (account: string, code: string = randomUUID()) =>
      beginCall(
        parts,
        { kind: "key", account, address: "" },
        Job.parse({ code, mode: "repair" }),
        stop.signal,
      ),
    stop: () => stop.abort(),
  };
}

const never = new AbortController().signal;

type Begun = Awaited<ReturnType<typeof beginCall>>;

function taken(begun: Begun) {
  if (begun.outcome !== "held") throw new Error("It was answered before.");
  return begun.payment;
}

/** A give-back that fails this many times, and the seconds at which it was tried. */
function failingAtFirst(times: number, clock: Clock) {
  const triedAtS: number[] = [];
  const giveBackCall: Store["giveBackCall"] = async (...call) => {
    triedAtS.push(clock.monotonic() / 1000);
    if (triedAtS.length <= times) throw new Error("out of reach");
    await store.giveBackCall(...call);
  };
  return { triedAtS, giveBackCall };
}

const creditsOf = async (account: string): Promise<number> => (await store.readAccount(account, "")).credits;

describe("while the store is unavailable, giving a charge back", () => {
  test("is retried, soon and then at least every half minute, until it succeeds", async () => {
    const clock = manualClock();
    const { triedAtS, giveBackCall } = failingAtFirst(8, clock);
    const account = await anAccount(store, 10);
    const call = taken(await aProcess(clock, { giveBackCall }).begin(account));
    await call.giveBack();
    expect(await creditsOf(account)).toBe(10 - price);
    await clock.advance(600_000);
    expect(triedAtS).toEqual([0, 0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 61.5, 91.5]);
    await until(async () => (await creditsOf(account)) === 10);
  });

  test("ends with the process: another process does it then", async () => {
    const clock = manualClock();
    const { triedAtS, giveBackCall } = failingAtFirst(Number.POSITIVE_INFINITY, clock);
    const { begin, stop } = aProcess(clock, { giveBackCall });
    await taken(await begin(await anAccount(store, 10))).giveBack();
    await clock.advance(2000);
    stop();
    await clock.advance(600_000);
    expect(triedAtS).toEqual([0, 0.5, 1.5]);
  });
});

test("a charge that was taken without a received answer is given back", async () => {
  const account = await anAccount(store, 10);
  const clock = manualClock();
  const lost: Store["beginCall"] = async (call) => {
    await store.beginCall(call);
    throw new Error("the connection was cut");
  };
  await expect(aProcess(clock, { beginCall: lost }).begin(account)).rejects.toThrow("cut");
  expect(await creditsOf(account)).toBe(10);
  const entries = await store.readEntries(account);
  expect(entries.map(({ reason }) => reason)).toEqual(["grant", "charge", "give_back"]);
});

describe("a call that another process is working on", () => {
  /** Begins the same call in two processes, ends the first while the second waits, and returns the second's answer. */
  async function beginBehind(account: string, end: (first: ReturnType<typeof taken>) => Promise<unknown>) {
    const clock = manualClock();
    const code = randomUUID();
    const first = taken(await aProcess(clock).begin(account, code));
    const outcomes: string[] = [];
    const watched: Store["beginCall"] = async (call) => {
      const begun = await store.beginCall(call);
      outcomes.push(begun.outcome);
      return begun;
    };
    const second = aProcess(clock, { beginCall: watched }).begin(account, code);
    await until(() => outcomes.length === 1);
    expect(outcomes).toEqual(["under way"]);
    await end(first);
    // It polls again a moment later.
    await clock.advance(50);
    await until(() => outcomes.length === 2);
    return second;
  }

  test("is waited for, and its answer also serves this call, at no cost", async () => {
    const account = await anAccount(store, 10);
    const second = await beginBehind(account, async (first) => first.keep(judgement, never));
    expect(second).toMatchObject({ outcome: "served", isRepeat: true, verdict: { valid: true } });
    expect(await creditsOf(account)).toBe(10 - price);
  });

  test("is started again, and paid for, when the first was given back", async () => {
    const account = await anAccount(store, price);
    const second = await beginBehind(account, async (first) => first.giveBack());
    expect(second).toMatchObject({ outcome: "held", payment: { receiptName: "credits" } });
    expect(await creditsOf(account)).toBe(0);
  });

  test("is waited for at most a minute, and then costs nothing", async () => {
    const clock = manualClock();
    const account = await anAccount(store, 10);
    let asked = 0;
    const beginCall: Store["beginCall"] = async () => {
      asked += 1;
      return { outcome: "under way" };
    };
    let refusal: unknown;
    const second = aProcess(clock, { beginCall }).begin(account);
    void second.catch((error: unknown) => (refusal = error));
    await until(() => asked === 1);
    await clock.advance(60_000);
    expect(refusal).toMatchObject({ code: "busy", detail: { retryAfterS: 5 } });
    expect(await creditsOf(account)).toBe(10);
  });
});
