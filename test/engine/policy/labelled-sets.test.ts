import { expect, test } from "vitest";
import { inspect } from "../../../engine/tasks/inspect.ts";
import { createLinter } from "../../../engine/lint/lint.ts";
import { securitySets } from "../../quality/security-sets.ts";

const linter = createLinter();

test.each(securitySets)("$name: all is found, and nothing else is accused", ({ bad, good, isAccused }) => {
  const accused = (code: string): boolean => isAccused(inspect(linter, code));
  expect(bad.filter(({ code }) => !accused(code)).map(({ name }) => name)).toEqual([]);
  expect(good.filter(({ code }) => accused(code)).map(({ name }) => name)).toEqual([]);
});

test.each(securitySets)("$name: every program parses", ({ bad, good }) => {
  const broken = [...bad, ...good].filter(({ code }) => inspect(linter, code).isBroken);
  expect(broken.map(({ name }) => name)).toEqual([]);
});
