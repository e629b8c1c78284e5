import { describe, expect, test } from "vitest";
import type { Clock } from "../../../platform/clock.ts";
import { createHeavyCallers } from "../../../service/queue/heavy-callers.ts";
import { createFairQueue, type FairQueue } from "../../../service/queue/fair-queue.ts";
import { manualClock } from "../../support/manual-clock.ts";

const never = new AbortController().signal;

/** Lets everything happen that can happen now. */
const settled = async () => new Promise(setImmediate);

describe("turns", () => {
  test("are given at once while there are places", async () => {
    const turns = createFairQueue({ maxConcurrent: 2, maxPerCaller: 2, maxWaiting: 10 });
    using _a = await turns.take("ada", never);
    using _b = await turns.take("ada", never);
    expect([turns.taken(), turns.waiting()]).toEqual([2, 0]);
  });

  test("alternate between the callers, even if one has most requests", async () => {
    const turns = createFairQueue({ maxConcurrent: 1, maxPerCaller: 1, maxWaiting: 100 });
    const order: string[] = [];
    const call = async (caller: string) => {
      using _ = await turns.take(caller, never);
      order.push(caller);
      await settled();
    };
    await Promise.all(["a", "a", "a", "a", "b", "b", "c"].map(call));
    expect(order.join("")).toBe("aabcaba");
  });

  test("are no more than its share for one caller, while others still get theirs", async () => {
    const turns = createFairQueue({ maxConcurrent: 3, maxPerCaller: 2, maxWaiting: 10 });
    const held = [await turns.take("ada", never), await turns.take("ada", never)];
    const third = turns.take("ada", never);
    await settled();
    expect([turns.taken(), turns.waiting()]).toEqual([2, 1]);
    using _other = await turns.take("bob", never);
    expect(turns.taken()).toBe(3);

    held[0]![Symbol.dispose]();
    using _third = await third;
    expect([turns.taken(), turns.waiting()]).toEqual([3, 0]);
    held[1]![Symbol.dispose]();
  });

  test("end once, however often they are ended", async () => {
    const turns = createFairQueue({ maxConcurrent: 2, maxPerCaller: 2, maxWaiting: 10 });
    const turn = await turns.take("ada", never);
    using _other = await turns.take("ada", never);
    turn[Symbol.dispose]();
    turn[Symbol.dispose]();
    expect(turns.taken()).toBe(1);
  });
});

describe("when too many callers wait", () => {
  test("the next one must retry later", async () => {
    const turns = createFairQueue({ maxConcurrent: 1, maxPerCaller: 1, maxWaiting: 2 });
    using _turn = await turns.take("ada", never);
    const leave = new AbortController();
    const waiting = ["bob", "cy"].map(async (caller) => turns.take(caller, leave.signal).catch(() => "left"));
    await expect(turns.take("dan", never)).rejects.toMatchObject({
      code: "busy",
      detail: { retryAfterS: 1 },
    });
    leave.abort();
    expect(await Promise.all(waiting)).toEqual(["left", "left"]);
  });

  test("one caller cannot take all the room", async () => {
    const turns = createFairQueue({ maxConcurrent: 1, maxPerCaller: 1, maxWaiting: 4 });
    const leave = new AbortController();
    using _turn = await turns.take("flood", never);
    const flood = Array.from({ length: 10 }, async () => turns.take("flood", leave.signal).catch(String));
    await settled();
    expect(turns.waiting()).toBe(2);
    const other = turns.take("ada", leave.signal).catch(() => "left");
    await settled();
    expect(turns.waiting()).toBe(3);
    leave.abort();
    expect(await other).toBe("left");
    await Promise.all(flood);
  });

  test("a caller who need not wait is still served", async () => {
    const turns = createFairQueue({ maxConcurrent: 2, maxPerCaller: 1, maxWaiting: 1 });
    using _turn = await turns.take("flood", never);
    const leave = new AbortController();
    const waiting = turns.take("flood", leave.signal).catch(() => "left");
    using other = await turns.take("ada", never);
    expect(other).toBeDefined();
    leave.abort();
    expect(await waiting).toBe("left");
  });
});

describe("a caller who leaves", () => {
  test("frees its place in the queue while waiting", async () => {
    const turns = createFairQueue({ maxConcurrent: 1, maxPerCaller: 1, maxWaiting: 2 });
    const turn = await turns.take("ada", never);
    const leave = new AbortController();
    const left = turns.take("bob", leave.signal);
    const stays = turns.take("cy", never);
    leave.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    expect(turns.waiting()).toBe(1);
    turn[Symbol.dispose]();
    using _stays = await stays;
    expect([turns.taken(), turns.waiting()]).toEqual([1, 0]);
  });

  test("takes nothing before the request", async () => {
    const turns = createFairQueue({ maxConcurrent: 1, maxPerCaller: 1, maxWaiting: 2 });
    await expect(turns.take("ada", AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
    expect([turns.taken(), turns.waiting()]).toEqual([0, 0]);
  });

  test("keeps the place during its turn, until the turn is over", async () => {
    const turns = createFairQueue({ maxConcurrent: 1, maxPerCaller: 1, maxWaiting: 2 });
    const leave = new AbortController();
    const turn = await turns.take("ada", leave.signal);
    leave.abort();
    expect(turns.taken()).toBe(1);
    turn[Symbol.dispose]();
    expect(turns.taken()).toBe(0);
  });
});

describe("the waiting line", () => {
  const settings = { maxConcurrent: 1, maxPerCaller: 1, maxWaiting: 100, maxWaitingSize: 100 };
  const busy = { code: "busy", detail: { retryAfterS: 1 } };

  test("is limited in size, for each caller and in total", async () => {
    const turns = createFairQueue(settings);
    const leave = new AbortController();
    using _turn = await turns.take("ada", never, { size: 1000 }); // what has its turn does not wait
    const wait = async (caller: string, size: number) =>
      turns.take(caller, leave.signal, { size }).catch(String);
    const waiting = [wait("flood", 30), wait("flood", 20)];
    await expect(turns.take("flood", never, { size: 1 })).rejects.toMatchObject(busy);
    waiting.push(wait("bob", 25), wait("cy", 25));
    await expect(turns.take("dan", never, { size: 1 })).rejects.toMatchObject(busy);
    waiting.push(wait("dan", 0));
    expect(turns.waiting()).toBe(5);
    leave.abort(new Error("gone"));
    await Promise.all(waiting);
    expect(turns.waiting()).toBe(0);
  });

  test("has room again when a turn starts or its caller has left", async () => {
    const turns = createFairQueue(settings);
    const turn = await turns.take("ada", never);
    const leave = new AbortController();
    const gone = turns.take("bob", leave.signal, { size: 50 });
    const stays = turns.take("cy", never, { size: 50 });
    leave.abort(new Error("gone"));
    await expect(gone).rejects.toThrow("gone");
    const next = turns.take("bob", never, { size: 50 });
    turn[Symbol.dispose]();
    const second = await stays;
    const third = turns.take("dan", never, { size: 50 });
    expect(turns.waiting()).toBe(2);
    second[Symbol.dispose]();
    (await next)[Symbol.dispose]();
    (await third)[Symbol.dispose]();
  });
});

describe("callers of one address", () => {
  const from = (address: string) => ({ address });

  test("together have no more places than the address may have, and others start at once", async () => {
    const turns = createFairQueue({ maxConcurrent: 4, maxPerCaller: 2, maxPerAddress: 3, maxWaiting: 100 });
    const begun = ["ada", "ada", "bob"].map(async (caller) => turns.take(caller, never, from("here")));
    const [first] = await Promise.all(begun);
    const fourth = turns.take("bob", never, from("here"));
    await Promise.resolve();
    expect([turns.taken(), turns.waiting()]).toEqual([3, 1]);
    using _elsewhere = await turns.take("cy", never, from("elsewhere"));
    expect([turns.taken(), turns.waiting()]).toEqual([4, 1]);
    first![Symbol.dispose]();
    using _fourth = await fourth;
    expect([turns.taken(), turns.waiting()]).toEqual([4, 0]);
  });

  test("do not delay a call of the same caller from another address", async () => {
    const turns = createFairQueue({ maxConcurrent: 3, maxPerCaller: 2, maxPerAddress: 1, maxWaiting: 100 });
    using _first = await turns.take("ada", never, from("here"));
    const leave = new AbortController();
    const second = turns.take("ada", leave.signal, from("here")).catch(() => "left");
    using _third = await turns.take("ada", never, from("elsewhere"));
    expect([turns.taken(), turns.waiting()]).toEqual([2, 1]);
    leave.abort();
    expect(await second).toBe("left");
  });

  test("take three quarters of the room and no more", async () => {
    const turns = createFairQueue({ maxConcurrent: 1, maxPerCaller: 1, maxPerAddress: 1, maxWaiting: 8 });
    using _turn = await turns.take("someone", never);
    const leave = new AbortController();
    const callers = ["ada", "bob", "cy", "dan", "eve", "fay"];
    const waiting = callers.map(async (caller) =>
      turns.take(caller, leave.signal, from("here")).catch(() => "left"),
    );
    await expect(turns.take("gil", never, from("here"))).rejects.toMatchObject({ code: "busy" });
    waiting.push(turns.take("gil", leave.signal, from("elsewhere")).catch(() => "left"));
    expect(turns.waiting()).toBe(7);
    leave.abort();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => "left"));
    expect(turns.waiting()).toBe(0);
  });
});

describe("turns with a reserved last place", () => {
  const from = (address: string) => ({ address });
  const settings = { maxConcurrent: 3, maxPerCaller: 2, maxWaiting: 100 };
  const keptBy = (clock: Clock) => ({
    ...settings,
    heavy: { callers: createHeavyCallers(clock), maxConcurrent: 2 },
  });

  /** Takes a turn with this much processor time. */
  async function work(turns: FairQueue, caller: string, address: string, usedMs: number) {
    using turn = await turns.take(caller, never, from(address));
    turn.reportUsage(usedMs);
  }

  /** Whether a call starts at once; it leaves again. */
  async function beginsAtOnce(turns: FairQueue, caller: string, address: string): Promise<boolean> {
    const leave = new AbortController();
    const taking = turns.take(caller, leave.signal, from(address)).then(
      (turn) => (turn[Symbol.dispose](), true),
      () => false,
    );
    await settled();
    leave.abort();
    return taking;
  }

  test("reserve it for callers who have none", async () => {
    const turns = createFairQueue(keptBy(manualClock(0)));
    using _ada = await turns.take("ada", never, from("here"));
    using _bob = await turns.take("bob", never, from("there"));
    expect(await beginsAtOnce(turns, "ada", "here")).toBe(false);
    expect(await beginsAtOnce(turns, "cy", "elsewhere")).toBe(true);
  });

  test("reserve it for callers without a long turn in the last minute, also of their address", async () => {
    const clock = manualClock(0);
    const turns = createFairQueue(keptBy(clock));
    await work(turns, "long", "here", 500);
    await work(turns, "short", "there", 499);
    using _ada = await turns.take("ada", never, from("a"));
    using _bob = await turns.take("bob", never, from("b"));
    expect(await beginsAtOnce(turns, "long", "elsewhere")).toBe(false);
    expect(await beginsAtOnce(turns, "other", "here")).toBe(false);
    expect(await beginsAtOnce(turns, "short", "there")).toBe(true);
    await clock.advance(60_000);
    expect(await beginsAtOnce(turns, "long", "here")).toBe(true);
  });

  test("say whether their caller, or another of the address, had a long one in the last minute", async () => {
    const clock = manualClock(0);
    const turns = createFairQueue(keptBy(clock));
    const isBehind = async (caller: string, address: string): Promise<boolean> => {
      using turn = await turns.take(caller, never, from(address));
      return turn.isHeavy;
    };
    await work(turns, "long", "here", 500);
    await work(turns, "short", "there", 499);
    expect(await isBehind("long", "elsewhere")).toBe(true);
    expect(await isBehind("other", "here")).toBe(true);
    expect(await isBehind("short", "there")).toBe(false);
    await clock.advance(60_000);
    expect(await isBehind("long", "here")).toBe(false);
  });

  test("share all other places as before", async () => {
    const turns = createFairQueue(keptBy(manualClock(0)));
    await work(turns, "long", "here", 5000);
    using _first = await turns.take("long", never, from("here"));
    using _second = await turns.take("long", never, from("here"));
    expect(turns.taken()).toBe(2);
  });

  test("reserve it until another turn ends, and then the waiting caller starts", async () => {
    const turns = createFairQueue(keptBy(manualClock(0)));
    using _ada = await turns.take("ada", never, from("here"));
    const bob = await turns.take("bob", never, from("there"));
    const waiting = turns.take("ada", never, from("here"));
    await settled();
    expect([turns.taken(), turns.waiting()]).toEqual([2, 1]);
    bob[Symbol.dispose]();
    using _second = await waiting;
    expect([turns.taken(), turns.waiting()]).toEqual([2, 0]);
  });

  test("give fewer of the others to callers who had long turns, while another caller waits", async () => {
    const clock = manualClock(0);
    const turns = createFairQueue({
      ...settings,
      maxConcurrent: 4,
      heavy: { callers: createHeavyCallers(clock), maxConcurrent: 1 },
    });
    await work(turns, "long", "here", 5000);
    await work(turns, "lengthy", "there", 5000);
    await work(turns, "short", "elsewhere", 5);
    const first = await turns.take("long", never, from("here"));
    const waiting = turns.take("lengthy", never, from("there"));
    await settled();
    expect([turns.taken(), turns.waiting()]).toEqual([1, 1]);
    expect(await beginsAtOnce(turns, "short", "elsewhere")).toBe(true);
    first[Symbol.dispose]();
    using _second = await waiting;
    await clock.advance(1000);
    expect(await beginsAtOnce(turns, "long", "here")).toBe(true);
  });
});
