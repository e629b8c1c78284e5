import { expect, test } from "vitest";
import { confidenceIn } from "../../../../service/engine/candidates/confidence.ts";

test("a fix is believed when several examples failed and its rivals agree", () => {
  expect(confidenceIn({ failed: 2, behaviours: 1 })).toBe("high");
  expect(confidenceIn({ failed: 3, behaviours: 2 })).toBe("high");
});

test("a fix for one failing example may be chance", () => {
  expect(confidenceIn({ failed: 1, behaviours: 1 })).toBe("fair");
});

test("a fix is doubtful when three that pass all behave differently", () => {
  expect(confidenceIn({ failed: 4, behaviours: 3 })).toBe("low");
});
