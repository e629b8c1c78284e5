import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const cores = availableParallelism();

const everyProject = {
  environment: "./test/support/environment.ts",
  // Without it V8 spends seconds optimising ruff's WASM module in every test process.
  execArgv: ["--liftoff-only"],
  pool: "forks" as const,
  // Only for what would never end: a slow machine may take ten times as long as a quick one.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 90_000 } },
};

/** These look at their own process and its children, and want to find nothing there but what is theirs. */
const needAProcess = ["test/service/engine/types-processes.test.ts"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...everyProject,
          name: "unit",
          sequence: { groupOrder: 0 },
          maxWorkers: Math.max(2, cores - 1),
          // Most of these take less time than loading the service does: one process runs many of them.
          isolate: false,
          include: ["test/*.test.ts", "test/service/**/*.test.ts"],
          exclude: ["test/service/parts/**", ...needAProcess],
        },
      },
      {
        test: {
          ...everyProject,
          name: "parts",
          sequence: { groupOrder: 1 },
          // Much of this waits for blocks, leases and other processes: a worker for each core would leave cores idle.
          maxWorkers: cores + 1,
          include: [
            "test/service/parts/**/*.test.ts",
            "test/agent/**/*.test.ts",
            "test/contracts/**/*.test.ts",
            ...needAProcess,
          ],
        },
      },
      {
        test: {
          ...everyProject,
          name: "e2e",
          // Whole services: meant to run apart from the other projects.
          sequence: { groupOrder: 2 },
          maxWorkers: cores + 1,
          include: ["test/faults/**/*.test.ts", "test/e2e/**/*.test.ts"],
          testTimeout: 300_000,
        },
      },
    ],
  },
});
