import { expect, test } from "vitest";
import { measureBehaviour } from "../../bench/behaviour.ts";

test("safe fixes do not change the output of programs (every piece, and a sample of seed 1; npm run bench -- behaviour runs more)", async () => {
  const { broken, notRun, changed } = await measureBehaviour({ seed: 1, count: 8 });
  expect(notRun).toEqual([]);
  expect(broken.map(({ title, fixes }) => [title, fixes])).toEqual([]);
  // It is not bought with silence: 29 were changed when the test was written.
  expect(changed).toBeGreaterThanOrEqual(20);
});
