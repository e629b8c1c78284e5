import { describe, expect, test } from "vitest";
import { createPlaces, type Place } from "../../platform/threads/places.ts";

const never = new AbortController().signal;

test("places are taken in request order", async () => {
  const places = createPlaces(1);
  const order: number[] = [];
  const first = await places.take(never);
  const others = [1, 2, 3].map(async (n) => {
    using _place = await places.take(never);
    order.push(n);
  });
  expect(order).toEqual([]);
  first[Symbol.dispose]();
  await Promise.all(others);
  expect(order).toEqual([1, 2, 3]);
});

test("a place released twice is freed once", async () => {
  const places = createPlaces(1);
  const place = await places.take(never);
  place[Symbol.dispose]();
  place[Symbol.dispose]();
  await places.take(never);
  const leaving = new AbortController();
  const waiting = places.take(leaving.signal);
  leaving.abort(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
});

test("a caller who leaves while waiting takes no place", async () => {
  const places = createPlaces(1);
  const place = await places.take(never);
  const leaving = new AbortController();
  const left = places.take(leaving.signal);
  const stayed = places.take(never);
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  place[Symbol.dispose]();
  await expect(stayed).resolves.toBeDefined();
  await expect(places.take(AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
});

describe("with fewer places for work of unknown length", () => {
  const settled = async (): Promise<void> => new Promise(setImmediate);

  test("the next work begins when such work ends or turns out to be long", async () => {
    const places = createPlaces(3, 1);
    const begun: string[] = [];
    const begin = async (name: string, kind?: "long"): Promise<Place> => {
      const place = await places.take(never, kind);
      begun.push(name);
      return place;
    };
    const a = await begin("a");
    const [b, c, d] = ["b", "c", "d"].map(async (name) => begin(name));
    await settled();
    expect(begun).toEqual(["a"]);
    a[Symbol.dispose]();
    await settled();
    expect(begun).toEqual(["a", "b"]);
    (await b!).makeRoom();
    await settled();
    expect(begun).toEqual(["a", "b", "c"]);
    // One that is known to be long from the beginning goes by the one that has to wait.
    await begin("e", "long");
    expect(begun).toEqual(["a", "b", "c", "e"]);
    (await c!)[Symbol.dispose]();
    await settled();
    expect(begun).toEqual(["a", "b", "c", "e", "d"]);
    (await d!)[Symbol.dispose]();
  });

  test("the total number of places is never exceeded, however long the work", async () => {
    const places = createPlaces(2, 1);
    for (const place of [await places.take(never, "long"), await places.take(never)]) place.makeRoom();
    const leaving = new AbortController();
    const waiting = places.take(leaving.signal, "long");
    await settled();
    leaving.abort(new Error("no place"));
    await expect(waiting).rejects.toThrow("no place");
  });

  test("work that freed its place counts once when it ends", async () => {
    const places = createPlaces(2, 1);
    const place = await places.take(never);
    place.makeRoom();
    place.makeRoom();
    place[Symbol.dispose]();
    await places.take(never);
    const leaving = new AbortController();
    const waiting = places.take(leaving.signal);
    leaving.abort(new Error("no place"));
    await expect(waiting).rejects.toThrow("no place");
  });
});
