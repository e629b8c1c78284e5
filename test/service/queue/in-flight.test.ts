import { describe, expect, test } from "vitest";
import { createInFlight } from "../../../service/queue/in-flight.ts";

const never = new AbortController().signal;

/** Work that ends when it is told to, or when it is stopped. */
function someWork() {
  const started: PromiseWithResolvers<string>[] = [];
  const signals: AbortSignal[] = [];
  const work = async (signal: AbortSignal): Promise<string> => {
    const ending = Promise.withResolvers<string>();
    started.push(ending);
    signals.push(signal);
    signal.addEventListener("abort", () => ending.reject(signal.reason));
    return ending.promise;
  };
  return { work, started, signals };
}

describe("equal work in progress", () => {
  test("is done once, and every caller gets its result", async () => {
    const inFlight = createInFlight<string>();
    const { work, started } = someWork();
    const calls = Array.from({ length: 5 }, async () => inFlight.share("same", never, work));
    expect([started.length, inFlight.count()]).toEqual([1, 1]);
    started[0]!.resolve("done");
    expect(await Promise.all(calls)).toEqual([
      { result: "done", isShared: false },
      ...Array(4).fill({ result: "done", isShared: true }),
    ]);
    expect(inFlight.count()).toBe(0);
  });

  test("reports its progress to all who wait, and to nobody who has left", async () => {
    const inFlight = createInFlight<string, number>();
    const ending = Promise.withResolvers<string>();
    let tell: ((news: number) => void) | undefined;
    const heard: Record<string, number[]> = { first: [], second: [], gone: [] };
    const work = async (_: AbortSignal, telling: (news: number) => void): Promise<string> => {
      tell = telling;
      return ending.promise;
    };
    const leaving = new AbortController();
    const join = async (who: string, signal = never) =>
      inFlight.share("same", signal, work, (news) => heard[who]!.push(news));
    const calls = [join("first"), join("second"), inFlight.share("same", never, work)];
    const gone = join("gone", leaving.signal);
    tell!(1);
    leaving.abort(new Error("left"));
    await expect(gone).rejects.toThrow("left");
    tell!(2);
    ending.resolve("done");
    await Promise.all(calls);
    tell!(3);
    expect(heard).toEqual({ first: [1, 2], second: [1, 2], gone: [1] });
  });

  test("is done separately under another name", () => {
    const inFlight = createInFlight<string>();
    const { work, started } = someWork();
    void inFlight.share("one", never, work);
    void inFlight.share("two", never, work);
    expect(started).toHaveLength(2);
  });

  test("is done again once it has ended", async () => {
    const inFlight = createInFlight<string>();
    const first = await inFlight.share("same", never, async () => "first");
    const second = await inFlight.share("same", never, async () => "second");
    expect([first, second]).toEqual([
      { result: "first", isShared: false },
      { result: "second", isShared: false },
    ]);
  });

  test("fails for every caller when it fails, and is then removed", async () => {
    const inFlight = createInFlight<string>();
    const { work, started } = someWork();
    const calls = [1, 2].map(async () => inFlight.share("same", never, work));
    started[0]!.reject(new Error("broken"));
    for (const call of calls) await expect(call).rejects.toThrow("broken");
    expect(inFlight.count()).toBe(0);
  });
});

describe("callers who leave", () => {
  test("do not stop work that another still waits for", async () => {
    const inFlight = createInFlight<string>();
    const { work, started, signals } = someWork();
    const first = new AbortController();
    const left = inFlight.share("same", first.signal, work);
    const stays = inFlight.share("same", never, work);
    first.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    expect(signals[0]!.aborted).toBe(false);
    started[0]!.resolve("done");
    expect(await stays).toEqual({ result: "done", isShared: true });
  });

  test("stop the work when they are the last", async () => {
    const inFlight = createInFlight<string>();
    const { work, signals } = someWork();
    const callers = [new AbortController(), new AbortController()];
    const calls = callers.map(async ({ signal }) => inFlight.share("same", signal, work));
    for (const caller of callers) caller.abort(new Error("gone"));
    for (const call of calls) await expect(call).rejects.toThrow("gone");
    expect(signals[0]!.aborted).toBe(true);
    expect(inFlight.count()).toBe(0);
  });

  test("leave no stopped work for a later caller to join", async () => {
    const inFlight = createInFlight<string>();
    const { work, started } = someWork();
    const first = new AbortController();
    const left = inFlight.share("same", first.signal, work);
    first.abort(new Error("gone"));
    const later = inFlight.share("same", never, work);
    await expect(left).rejects.toThrow("gone");
    expect(started).toHaveLength(2);
    started[1]!.resolve("done");
    expect(await later).toEqual({ result: "done", isShared: false });
  });

  test("start no work when they leave before they call", async () => {
    const inFlight = createInFlight<string>();
    const { work, started } = someWork();
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(inFlight.share("same", gone, work)).rejects.toThrow("gone");
    expect([started.length, inFlight.count()]).toEqual([0, 0]);
  });
});
