import { expect, test } from "vitest";
import { inspect } from "../../../engine/tasks/inspect.ts";
import { createLinter } from "../../../engine/lint/lint.ts";
import { laterSets, securitySets } from "../../quality/security-sets.ts";

const linter = createLinter();

const sets = [...securitySets, ...laterSets];

test.each(sets)(
  "$name: every problem is found, with no false positives",
  ({ bad, good, isAccused, stillWrong }) => {
    const accused = (code: string): boolean => isAccused(inspect(linter, code));
    const missed = bad.filter(({ code }) => !accused(code));
    const wronged = good.filter(({ code }) => accused(code));
    expect([...missed, ...wronged].map(({ name }) => name)).toEqual(stillWrong ?? []);
  },
);

test.each(sets)("$name: every program parses", ({ bad, good }) => {
  const broken = [...bad, ...good].filter(({ code }) => inspect(linter, code).isBroken);
  expect(broken.map(({ name }) => name)).toEqual([]);
});
