import { expect, test } from "vitest";
import { noonMs, type Open } from "../builders.ts";

const visit = (kind: string, origin: string, atMs = noonMs) => ({ kind, origin, atMs });

export function testFunnel(open: Open): void {
  test("before the first visit nothing is counted, and there is no start time", async () => {
    await using store = await open("no visits");
    expect(await store.readFunnel()).toEqual({ sinceMs: null, counts: [] });
  });

  test("visits are counted by kind and origin, since the earliest of them", async () => {
    await using store = await open("visits");
    await store.countVisit(visit("trial", "b", noonMs + 5));
    await store.countVisit(visit("trial", "a", noonMs));
    await store.countVisit(visit("key", "b", noonMs + 9));
    await store.countVisit(visit("trial", "b", noonMs - 1));
    expect(await store.readFunnel()).toEqual({
      sinceMs: noonMs - 1,
      counts: [
        { kind: "key", origin: "b", count: 1 },
        { kind: "trial", origin: "a", count: 1 },
        { kind: "trial", origin: "b", count: 2 },
      ],
    });
  });

  test("visits are still counted after the store was closed and opened", async () => {
    {
      await using store = await open("lasting visits");
      await store.countVisit(visit("key", "a"));
    }
    await using store = await open("lasting visits");
    await store.countVisit(visit("key", "a", noonMs + 1));
    expect(await store.readFunnel()).toEqual({
      sinceMs: noonMs,
      counts: [{ kind: "key", origin: "a", count: 2 }],
    });
  });

  test("64 origins are separated over all kinds, the rest are others, and known ones still count", async () => {
    await using store = await open("many origins");
    await store.countVisit(visit("trial", "other"));
    for (let n = 0; n < 66; n += 1) await store.countVisit(visit(n % 2 ? "trial" : "key", `origin ${n}`));
    await store.countVisit(visit("payment", "origin 63"));
    await store.countVisit(visit("payment", "origin 64"));
    const { counts } = await store.readFunnel();
    expect(new Set(counts.map(({ origin }) => origin)).size).toBe(65);
    expect(counts.filter(({ origin }) => origin === "other")).toEqual([
      { kind: "key", origin: "other", count: 1 },
      { kind: "payment", origin: "other", count: 1 },
      { kind: "trial", origin: "other", count: 2 },
    ]);
    expect(counts).toContainEqual({ kind: "payment", origin: "origin 63", count: 1 });
  });

  test("none of a thousand parallel visits from as many origins is lost, and the limit of origins holds", async () => {
    await using one = await open("parallel origins");
    await using other = await open("parallel origins");
    await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => (n % 2 ? one : other).countVisit(visit("key", `origin ${n}`))),
    );
    const { counts } = await one.readFunnel();
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
    expect(counts).toHaveLength(65);
    expect(counts).toContainEqual({ kind: "key", origin: "other", count: 936 });
  });

  test.for([
    ["spaces and colons", "1:a b", "2:c : d"],
    ["nothing", "", ""],
    ["an emoji", "🜚", "🧪"],
    ["quotes", `'";--`, `\\"`],
  ])("kinds and origins with %s are returned unchanged", async ([name, kind, origin]) => {
    await using store = await open(`visits of ${name}`);
    await store.countVisit(visit(kind!, origin!));
    expect((await store.readFunnel()).counts).toEqual([{ kind, origin, count: 1 }]);
  });
}
