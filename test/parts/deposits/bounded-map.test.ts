import { expect, test } from "vitest";
import { createBoundedMap } from "../../../parts/deposits/bounded-map.ts";

test("a bounded map keeps the newest entries, and an entry that is set again counts as new", () => {
  const memory = createBoundedMap<number>(2);
  const read = () => ["a", "b", "c"].map((key) => memory.get(key));
  memory.set("a", 1);
  memory.set("b", 2);
  expect(read()).toEqual([1, 2, undefined]);
  memory.set("a", 3);
  expect(read()).toEqual([3, 2, undefined]);
  memory.set("c", 4);
  expect(read()).toEqual([3, undefined, 4]);
});
