import { expect, test } from "vitest";
import { confidenceIn } from "../../../engine/candidates/confidence.ts";

test("a fix is believed when several examples failed and its rivals agree", () => {
  expect(confidenceIn({ examples: 3, failed: 2, behaviours: 1 })).toBe("high");
  expect(confidenceIn({ examples: 3, failed: 3, behaviours: 2 })).toBe("high");
});

test("a fix for one failing example may be chance", () => {
  expect(confidenceIn({ examples: 3, failed: 1, behaviours: 1 })).toBe("fair");
});

test("a fix is doubtful when one of several examples failed and three that pass all behave differently", () => {
  expect(confidenceIn({ examples: 3, failed: 1, behaviours: 3 })).toBe("low");
});

test("where one example is all there is, or more of them failed, rivals that differ only lessen it", () => {
  expect(confidenceIn({ examples: 1, failed: 1, behaviours: 3 })).toBe("fair");
  expect(confidenceIn({ examples: 4, failed: 4, behaviours: 3 })).toBe("fair");
});
