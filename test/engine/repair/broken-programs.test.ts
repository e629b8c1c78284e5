import { beforeAll, describe, expect, test } from "vitest";
import { problemsOf } from "../../../engine/repair/compare.ts";
import type { StaticFindings } from "../../../engine/findings/static-findings.ts";
import { readBrokenPrograms } from "../../quality/broken-programs.ts";
import { borrowRepairer, remembering, type Repairing } from "../../support/repairer.ts";

const programs = readBrokenPrograms();

let repairer: Repairing;
beforeAll(async () => {
  repairer = await borrowRepairer();
});

/** What does not parse is worse than any number of errors, and an error is worse than any number of warnings. */
function badnessOf(findings: StaticFindings): number {
  const { errors, warnings } = problemsOf(findings);
  return (findings.isBroken ? 1e9 : 0) + errors * 1e5 + warnings;
}

describe.each(programs.filter(({ before, after }) => before !== after))(
  "$group: $title",
  ({ before, after }) => {
    test("is fixed, has fewer problems and does not change again", async () => {
      const { check, repair } = remembering(repairer);
      const { text, findings, fixes } = await repair(before);
      expect(text).toBe(after);
      expect(fixes.length).toBeGreaterThan(0);
      expect(badnessOf(findings)).toBeLessThan(badnessOf(await check(before)));
      const again = await repair(text);
      expect({ text: again.text, fixes: again.fixes }).toEqual({ text, fixes: [] });
    });
  },
);

describe.each(programs.filter(({ before, after }) => before === after))("$group: $title", ({ before }) => {
  test("is unchanged", async () => {
    const { text, fixes } = await repairer.repair(before);
    expect({ text, fixes }).toEqual({ text: before, fixes: [] });
  });
});

test("titles of the programs in a group are unique", () => {
  const titles = programs.map(({ group, title }) => `${group}: ${title}`);
  expect(titles).toHaveLength(new Set(titles).size);
});
