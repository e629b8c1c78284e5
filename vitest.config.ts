import { availableParallelism } from "node:os";
import { env } from "node:process";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { longTests } from "./scripts/check/long-tests.ts";
import { fromBundles } from "./test/support/bundle/node-arguments.ts";

const everyProject = {
  environment: "./test/support/environment.ts",
  // Otherwise V8 spends seconds optimising ruff's WASM module in every test process, and more on collecting young objects.
  // Threads of ours are loaded from bundles.
  execArgv: ["--liftoff-only", "--min-semi-space-size=16", ...fromBundles],
  pool: "forks" as const,
  // Only for what would never end: a slow machine may take ten times as long as a quick one.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  teardownTimeout: 180_000,
  expect: { poll: { timeout: 90_000 } },
};

/** These start processes, containers and threads of their own and look at what is left of them, or change a module: each in a process of its own. */
const parts = [
  "test/service/new-verdict-field.test.ts",
  "test/engine/workers/**/*.test.ts",
  "test/engine/resolve/folding.test.ts",
  "test/platform/**/*.test.ts",
];

/** `npm run test:cluster` alone has a cluster. */
const clusterOnly = env["BOXES"] === "kubernetes" ? [] : ["test/**/cluster.test.ts"];

/** Much of what these test waits for blocks, leases and other processes: a worker for each core would leave cores idle. */
const waiting = { maxWorkers: availableParallelism() + 2, sequence: { groupOrder: 0 } };
/** These only compute, and every worker has to load and warm the engine: more workers than cores take longer. */
const computing = { maxWorkers: availableParallelism(), sequence: { groupOrder: 1 } };

/** These wait for stores and chains, which run in processes of their own, and none needs the engine. */
const outside = [
  "test/agent/**/*.test.ts",
  "test/contracts/**/*.test.ts",
  "test/parts/{store,deposits}/**/*.test.ts",
];

const pages = ["page", "look", "playground"].map((name) => `test/e2e/*${name}.test.ts`);

/** In a new checkout vitest knows no durations, and begins with the largest files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longTests.some((name) => moduleId.endsWith(name));
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((specs) => [
      ...specs.filter(isLong),
      ...specs.filter((spec) => !isLong(spec)),
    ]);
  }
}

export default defineConfig({
  test: {
    globalSetup: "./test/support/bundle/global-setup.ts",
    sequence: { sequencer: LongestFirst },
    // They come in the order of their names, the longest files first; then the unit tests.
    projects: [
      {
        test: {
          ...everyProject,
          ...waiting,
          name: "e2e",
          include: ["test/faults/**/*.test.ts", "test/e2e/**/*.test.ts"],
          exclude: pages,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          isolate: false,
        },
      },
      {
        test: {
          ...everyProject,
          ...waiting,
          name: "outside",
          // Loading viem, Helia and the local chain takes longer than many of these: one process runs several files.
          isolate: false,
          include: outside,
        },
      },
      // One browser and one warm engine show the pages of several files.
      { test: { ...everyProject, ...waiting, name: "pages", isolate: false, include: pages } },
      { test: { ...everyProject, ...waiting, name: "parts", include: parts, exclude: clusterOnly } },
      {
        test: {
          ...everyProject,
          ...computing,
          name: "unit",
          // Most of these take less time than loading the service does: one process runs many of them.
          isolate: false,
          include: [
            "test/*.test.ts",
            "test/cli/**/*.test.ts",
            "test/engine/**/*.test.ts",
            "test/parts/**/*.test.ts",
            "test/service/**/*.test.ts",
            "test/site/**/*.test.ts",
          ],
          exclude: [...parts, ...outside],
        },
      },
    ],
  },
});
