import { expect, test } from "vitest";
import { confidenceIn, isDoubtful, isHardlyAskedFor } from "../../../engine/candidates/confidence.ts";
import { families } from "../../../engine/candidates/index.ts";

const fix = {
  family: "constant",
  edits: 1,
  failed: 2,
  passing: 1,
  distinct: 1,
  distinctCheapest: 1,
} as const;

test("a fix is believed when several examples failed and its rivals agree", () => {
  expect(confidenceIn(fix)).toBe("high");
  expect(confidenceIn({ ...fix, passing: 4, distinct: 2 })).toBe("high");
  expect(confidenceIn({ ...fix, passing: 4, distinct: 3 })).toBe("fair");
});

test("a fix for one failing example may be chance", () => {
  expect(confidenceIn({ ...fix, failed: 1 })).toBe("fair");
});

test("where many edits pass, a small step is believed and another meaning is not", () => {
  const many = { ...fix, failed: 1, passing: 9, distinct: 5, distinctCheapest: 3 };
  expect(confidenceIn({ ...many, family: "comparison" })).toBe("fair");
  for (const family of ["other-comparison", "connective", "arithmetic", "variable"]) {
    expect(confidenceIn({ ...many, family })).toBe("low");
    expect(confidenceIn({ ...many, family, failed: 2 })).toBe("low");
    expect(confidenceIn({ ...many, family, failed: 2, distinctCheapest: 2 })).toBe("fair");
    expect(confidenceIn({ ...many, family, passing: 8 })).toBe("fair");
  }
});

test("a value fitted to one example is believed only where nothing that behaves differently passes", () => {
  for (const family of ["number-wrapping", "added-term", "slicing", "copied-statement"]) {
    expect(confidenceIn({ ...fix, family, failed: 1, passing: 2, distinct: 2 })).toBe("low");
    expect(confidenceIn({ ...fix, family, failed: 1, passing: 2 })).toBe("fair");
    expect(confidenceIn({ ...fix, family, failed: 2, passing: 2, distinct: 2 })).toBe("high");
    expect(isHardlyAskedFor({ ...fix, family, failed: 1 })).toBe(true);
    expect(isHardlyAskedFor({ ...fix, family, failed: 2 })).toBe(false);
  }
});

test("yes and no ask for little: a condition is fitted to several such examples as well", () => {
  expect(isHardlyAskedFor({ ...fix, family: "returned-condition", failed: 3 })).toBe(true);
  expect(isHardlyAskedFor({ ...fix, family: "returned-condition", failed: 4 })).toBe(false);
});

test("two edits have to be the only ones", () => {
  expect(confidenceIn({ ...fix, family: "pair", edits: 2 })).toBe("fair");
  expect(confidenceIn({ ...fix, family: "pair", edits: 2, passing: 2, distinct: 2 })).toBe("low");
  expect(isHardlyAskedFor({ ...fix, family: "pair", edits: 2 })).toBe(true);
  expect(isHardlyAskedFor({ ...fix, family: "pair", edits: 2, failed: 3 })).toBe(false);
});

test("the families that are doubted are there", () => {
  expect(families.filter(({ name }) => isDoubtful(name)).map(({ name }) => name)).toHaveLength(8);
});
