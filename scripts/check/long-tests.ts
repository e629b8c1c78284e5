/**
 * Of the projects that come last in their group, what takes longest: begun late, one file would keep all but one core
 * idle. A check that knows no durations yet leaves them to `--all`.
 */
export const longTests = [
  "test/engine/workers/sandbox/attacks.test.ts",
  "test/engine/workers/sandbox/nothing-left-behind.test.ts",
  "test/engine/workers/sandbox/hostile.test.ts",
  "test/engine/workers/type-checker/cache.test.ts",
  "test/platform/threads.test.ts",
  "test/patterns.test.ts",
  "test/setup.test.ts",
  "test/usual-changes.test.ts",
  "test/engine/python/shapes.test.ts",
  "test/engine/execute/forge.test.ts",
  "test/engine/checks/soundness.test.ts",
  "test/engine/fail-closed.test.ts",
  "test/engine/incomplete.test.ts",
  "test/engine/optimize/library.test.ts",
  "test/engine/repair/same-behaviour.test.ts",
  "test/service/entrances/api/verify-changes.test.ts",
];
