import { expect, test } from "vitest";
import { isExhaustive } from "../support/exhaustive.ts";
import { requireDocker } from "../support/sandbox.ts";
import { runFaults } from "./run/run.ts";

/** The fewest calls that show the effect of each fault: other tests need the processors. */
const perSecond = 0.5;

test(
  "while parts are killed, frozen and slowed, answers are right or refused, and paid and delivered once",
  { timeout: 1_200_000 },
  async () => {
    await requireDocker();
    const { record, recoveries } = await runFaults({
      minutes: isExhaustive ? 4 : 1,
      seed: 1,
      perSecond,
      maxFaultMs: 2000,
      say: () => undefined,
    });
    expect(record.violations).toEqual([]);
    expect(recoveries.length).toBeGreaterThan(0);
    for (const traffic of ["HTTP", "MCP", "A2A", "x402", "marketplace"])
      expect(record.counts.get(traffic)?.get("right")).toBeGreaterThan(0);
  },
);
