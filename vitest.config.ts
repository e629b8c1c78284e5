import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const everyProject = {
  // Without it V8 spends seconds optimising ruff's WASM module in every test process.
  execArgv: ["--liftoff-only"],
  pool: "forks" as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/** Load, time limits of running code, and the product as a whole: each of these is measured by the clock. */
const needTheMachine = [
  "test/e2e/concurrency.test.ts",
  "test/e2e/execute.test.ts",
  "test/e2e/loaded-machine.test.ts",
  "test/e2e/repair-then-run.test.ts",
  "test/e2e/start.test.ts",
  "test/faults/agent-load.test.ts",
  "test/faults/agent-replicas.test.ts",
];

export default defineConfig({
  test: {
    // Much of what is tested waits for blocks, leases and other processes: one file at a time would leave cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...everyProject,
          name: "unit",
          sequence: { groupOrder: 0 },
          include: ["test/*.test.ts", "test/service/**/*.test.ts"],
          exclude: ["test/service/parts/**"],
        },
      },
      {
        test: {
          ...everyProject,
          name: "parts",
          sequence: { groupOrder: 1 },
          include: [
            "test/service/parts/**/*.test.ts",
            "test/agent/**/*.test.ts",
            "test/contracts/**/*.test.ts",
          ],
        },
      },
      {
        test: {
          ...everyProject,
          name: "e2e",
          // Whole services: meant to run apart from the other projects.
          sequence: { groupOrder: 2 },
          include: ["test/faults/**/*.test.ts", "test/e2e/**/*.test.ts"],
          exclude: needTheMachine,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...everyProject,
          name: "alone",
          sequence: { groupOrder: 3 },
          include: needTheMachine,
          testTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
