import { builtinEnvironments, type Environment } from "vitest/runtime";
import { workerLife } from "./worker-life.ts";

/** Node's environment, which also closes what a worker keeps open from one test file to the next. */
export default {
  name: "node that keeps parts warm",
  viteEnvironment: "ssr",
  setup: async (global, options) => {
    const node = await builtinEnvironments.node.setup(global, options);
    return {
      teardown: async () => {
        await workerLife().disposeAsync();
        await node.teardown(global);
      },
    };
  },
} satisfies Environment;
