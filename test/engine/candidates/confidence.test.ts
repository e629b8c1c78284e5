import { expect, test } from "vitest";
import {
  confidenceOf,
  confidenceOfOther,
  isDoubtful,
  sure,
  type Evidence,
} from "../../../engine/candidates/confidence.ts";
import { families } from "../../../engine/candidates/index.ts";

const fix: Evidence = {
  family: "off-by-one",
  edits: 1,
  ways: 1,
  mutants: { tried: 45, surviving: 2 },
  wanted: { bits: 20, isOneBit: false },
};

test("confidence is high when no other edit passes and the examples notice small changes", () => {
  expect(confidenceOf(fix)).toBeGreaterThan(sure);
});

test.each<[string, Partial<Evidence>]>([
  ["others that pass behave differently", { ways: 8 }],
  ["many small changes of it go unnoticed", { mutants: { tried: 45, surviving: 30 } }],
  ["little is asked for", { wanted: { bits: 1, isOneBit: false } }],
  ["only yes or no is asked for", { wanted: { bits: 20, isOneBit: true } }],
  ["it takes two edits", { edits: 2 }],
  ["a value is fitted", { family: "number-wrapping" }],
  ["the program means something else with it", { family: "arithmetic" }],
])("confidence is lower when %s", (_what, evidence) => {
  expect(confidenceOf({ ...fix, ...evidence })).toBeLessThan(confidenceOf(fix));
});

test("too few small changes do not affect confidence", () => {
  const few = confidenceOf({ ...fix, mutants: { tried: 7, surviving: 7 } });
  expect(few).toBe(confidenceOf({ ...fix, mutants: { tried: 0, surviving: 0 } }));
});

test("confidence is between 0 and 1 for any evidence", () => {
  const worst = {
    family: "added-term",
    edits: 2,
    ways: 1000,
    mutants: { tried: 45, surviving: 45 },
    wanted: { bits: 0, isOneBit: true },
  } as const;
  expect(confidenceOf(worst)).toBeGreaterThanOrEqual(0);
  expect(confidenceOf(fix)).toBeLessThanOrEqual(1);
});

test("other edits share the remaining confidence, and closer ones get more", () => {
  const shares = [0, 1, 2].map((place) => confidenceOfOther(0.5, place));
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  expect(shares.reduce((sum, share) => sum + share)).toBeLessThan(0.5);
});

test("every doubtful family exists", () => {
  expect(families.filter(({ name }) => isDoubtful(name)).map(({ name }) => name)).toHaveLength(8);
});

test("confidence falls steadily as more ways pass", () => {
  const doubted: Evidence = { ...fix, family: "arithmetic", mutants: { tried: 45, surviving: 15 } };
  const said = Array.from({ length: 32 }, (_, at) => confidenceOf({ ...doubted, ways: at + 1 }));
  expect(said).toEqual(said.toSorted((a, b) => b - a));
  expect(said[0]).toBeGreaterThan(0.62);
  expect(said.at(-1)).toBeLessThan(0.5);
  const steps = said.slice(1).map((each, at) => said[at]! - each);
  expect(Math.max(...steps)).toBeLessThan(0.12);
});
