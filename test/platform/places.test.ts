import { expect, test } from "vitest";
import { createPlaces } from "../../platform/threads/places.ts";

const never = new AbortController().signal;

test("places are taken in the order of asking", async () => {
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

test("a place that is left twice is free once", async () => {
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

test("one who leaves while waiting takes no place", async () => {
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
