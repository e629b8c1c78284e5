import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Harness } from "../../support/harness.ts";
import { liars, shapes } from "./shapes.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

describe.each(shapes)("$name", ({ examples, right, wrong, called }) => {
  test("passes for a right program and fails for a wrong one", async () => {
    const good = await harness.check(right, examples);
    expect(good.judged.filter(({ held }) => !held)).toEqual([]);
    expect(good.held.length).toBeGreaterThan(0);
    expect((await harness.check(wrong, examples)).held).toContain(false);
  });

  test("fails for a lying program unless it is weak", async () => {
    for (const liar of liars) {
      const code = `${liar}\n\ndef ${called}(*args, **kwargs):\n    return L()\n`;
      const { held, weak } = await harness.check(code, examples);
      expect(held.includes(false) || weak.includes(true)).toBe(true);
    }
  });
});
