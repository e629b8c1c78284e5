import { once } from "node:events";
import { flushCompileCache } from "node:module";
import { readConfig } from "./config.ts";
import { goFirst } from "../platform/threads/go-first.ts";
import { openTracing } from "../platform/tracing/open.ts";
import { tracingSettings } from "../parts/observe/tracing-variables.ts";
import { readRelease } from "../parts/release.ts";
import { serve } from "./serve.ts";

const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());

goFirst();
try {
  const config = readConfig(process.env);
  await using _tracing = await openTracing(tracingSettings(config, readRelease()));
  await using service = await serve(config);
  const { log, release } = service.parts;
  if (!process.execArgv.includes("--liftoff-only")) {
    log.warn("start node with --liftoff-only", {
      why: "without it V8 spends seconds and 300 MB optimising ruff",
    });
  }
  // For the next start, also where this process is killed.
  flushCompileCache();
  log.info("listening", { url: service.url, version: release.version });
  if (!stopping.signal.aborted) await once(stopping.signal, "abort");
  log.info("stopping", { inFlight: service.parts.inFlight.count() });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
