import { expect, test } from "vitest";
import { calibrationOf } from "../../bench/calibration.ts";

test("the table compares stated confidence with the share of right fixes, by tenths", () => {
  const fixes = [
    { confidence: 0.92, isRight: true },
    { confidence: 1, isRight: true },
    { confidence: 0.41, isRight: false },
    { confidence: 0.49, isRight: true },
  ];
  expect(calibrationOf(fixes).rows).toEqual([
    ["0.4 – 0.5", "2", "45.0 %", "50.0 %"],
    ["0.9 – 1", "2", "96.0 %", "100.0 %"],
  ]);
});
