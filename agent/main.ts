import { flushCompileCache } from "node:module";
import { openTracing } from "../platform/tracing/open.ts";
import { tracingSettings } from "../parts/observe/tracing-variables.ts";
import { readRelease } from "../parts/release.ts";
import { readAgentConfig } from "./config.ts";
import { startAgent } from "./start.ts";

const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());

try {
  const config = readAgentConfig(process.env);
  const { version } = readRelease();
  await using _tracing = await openTracing(tracingSettings(config, { name: "assay-agent", version }));
  await using agent = await startAgent(config, stopping.signal);
  // For the next start, also where this process is killed.
  flushCompileCache();
  await agent.ended;
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
