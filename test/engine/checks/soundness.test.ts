import { expect, test } from "vitest";
import { measureSoundness } from "../../bench/soundness.ts";
import { isFalseClaim, measureRewrites } from "../../bench/soundness/rewrites.ts";

test("running a sample (seed 1) refutes no error of our own rules; npm run bench -- soundness runs more", async () => {
  const { falseClaims, sets, misses } = await measureSoundness({ seed: 1, count: 1000 });
  expect(falseClaims.map(({ rule, title, message }) => [rule, title, message])).toEqual([]);
  for (const { set, programs, ended } of sets)
    expect([set, ended]).toEqual([set, set === "crashing" ? 0 : programs]);
  // Soundness is not bought with silence: 26 of 100 were told when the test was written.
  expect(misses.reduce((sum, { told }) => sum + told, 0)).toBeGreaterThanOrEqual(20);
});

test("a working program is not rejected after an equivalent rewrite", async () => {
  const { changes, ways } = await measureRewrites({ seed: 1, count: 20 });
  expect(changes.filter(isFalseClaim).map(({ way, title, after }) => [way, title, after])).toEqual([]);
  for (const { way, rewritten, behavesOtherwise } of ways)
    expect([way, rewritten - behavesOtherwise > 5]).toEqual([way, true]);
});
