import { describe, expect, test } from "vitest";
import { limitsOf, stoppedBy } from "../../../engine/execute/example-limits.ts";

const session = (leftMs: number) => ({ budgetMs: 10_000, leftMs: () => leftMs });

describe("the time limit of examples", () => {
  test("is a share of the caller's processor time and a larger share of the remaining wall time", () => {
    expect(limitsOf(session(10_000), 0.2)).toEqual({ cpu_ms: 2000, wall_ms: 6000 });
    expect(limitsOf(session(6000), 0.1)).toEqual({ cpu_ms: 1000, wall_ms: 2400 });
  });

  test("keeps its processor time when no wall time is left", () => {
    expect(limitsOf(session(0), 0.2)).toEqual({ cpu_ms: 2000, wall_ms: 2000 });
  });

  test("is reported as processor time or wall time, whichever was reached", () => {
    const limits = { cpu_ms: 2000, wall_ms: 4973 };
    expect(stoppedBy(limits, 2004)).toBe("the program had not answered after 2 seconds of processor time");
    expect(stoppedBy(limits, 31)).toBe("the program had not answered after 5 seconds");
  });
});
