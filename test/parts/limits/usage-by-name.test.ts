import { describe, expect, test } from "vitest";
import { createUsageByName } from "../../../parts/limits/usage-by-name.ts";

const full = "full";
const open = () => createUsageByName({ max: 100, maxPerName: 50, refuse: () => new Error(full) });

describe("a budget for work in progress", () => {
  test("is taken if it fits, and given back when its holder is done", () => {
    const held = open();
    const [ada, bob] = [held.hold("ada"), held.hold("bob")];
    ada.add(50);
    bob.add(50);
    expect(held.total()).toBe(100);
    using other = held.hold("cy");
    expect(() => other.add(1)).toThrow(full);
    ada[Symbol.dispose]();
    other.add(50);
    expect(held.total()).toBe(100);
    bob[Symbol.dispose]();
    bob[Symbol.dispose]();
    expect([held.total(), held.of("bob"), held.of("cy")]).toEqual([50, 0, 50]);
  });

  test("is limited per name, over any number of parts", () => {
    const held = open();
    const holdings = Array.from({ length: 5 }, () => held.hold("flood"));
    for (const holding of holdings) holding.add(10);
    expect(() => holdings[0]!.add(1)).toThrow(full);
    using other = held.hold("ada");
    other.add(50);
    for (const holding of holdings) holding[Symbol.dispose]();
    expect(held.total()).toBe(50);
  });

  test("may have a lower limit for one name than for others", () => {
    const held = open();
    using one = held.hold("site", 2);
    one.add(2);
    expect(() => one.add(1)).toThrow(full);
    using other = held.hold("site", 3);
    other.add(1);
    expect(held.of("site")).toBe(3);
  });

  test("is not reduced by refused work", () => {
    const held = open();
    using holding = held.hold("ada");
    expect(() => holding.add(51)).toThrow(full);
    expect(held.total()).toBe(0);
    holding.add(50);
  });

  test("gives nothing more to a holder that is done", () => {
    const held = open();
    const holding = held.hold("ada");
    holding[Symbol.dispose]();
    expect(() => holding.add(1)).toThrow(full);
    expect(held.total()).toBe(0);
  });

  test("can be counted without a limit", () => {
    const held = createUsageByName();
    held.add("ada", 1);
    held.add("ada", 1);
    held.add("bob", 1);
    held.add("ada", -1);
    expect([held.of("ada"), held.of("bob"), held.of("cy"), held.total()]).toEqual([1, 1, 0, 2]);
  });
});
