import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EngineStatus } from "../../../engine/engine.ts";
import { Job } from "../../../engine/job.ts";
import { openEngine, type InstallSettings } from "../../../engine/open-engine.ts";
import type { Verdict } from "../../../engine/verdict.ts";
import { createMetrics } from "../../../parts/observe/metrics.ts";
import { openLog } from "../../../platform/log.ts";
import { readConfig, type Config } from "../../../service/config.ts";
import { engineSettings } from "../../../service/engine-settings.ts";
import { childrenOf } from "../../support/processes.ts";
import { until } from "../../support/until.ts";
import { memoryMbOf } from "../process-family.ts";

/** The whole engine as the service opens it, with an empty store of packages. */
export type PackageEngine = Readonly<{
  judge(job: Readonly<Record<string, unknown>>): Promise<Verdict>;
  status(): EngineStatus;
  /** Until all boxes stand ready again: the start of one would take its time from what is measured. */
  rest(): Promise<void>;
  config: Config;
  uv: InstallSettings["uv"];
  /** For what is to go with the engine. */
  folder: string;
}> &
  AsyncDisposable;

const maxMs = 180_000;

export async function openPackageEngine(): Promise<PackageEngine> {
  await using opening = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "assay-packages-"));
  opening.defer(async () => rm(folder, { recursive: true, force: true }));
  const { SANDBOX_IMAGE, SANDBOX_RUNTIME, DOCKER_HOST, PACKAGE_INDEX_URL } = process.env;
  const config = readConfig({
    SANDBOX_IMAGE,
    SANDBOX_RUNTIME,
    DOCKER_HOST,
    PACKAGE_INDEX_URL,
    DATA_DIR: join(folder, "data"),
  });
  const settings = engineSettings(config);
  const engine = opening.use(
    await openEngine({
      service: { name: "assay", version: "0.0.0" },
      ...settings,
      log: openLog("silent"),
      metrics: createMetrics(),
    }),
  );
  const opened = opening.move();
  return {
    judge: async (job) => (await engine.judge(Job.parse(job), AbortSignal.timeout(maxMs))).verdict,
    status: () => engine.status(),
    rest: async () => {
      await until(() => (engine.status().boxes?.idle ?? 0) >= config.SANDBOX_POOL);
      await new Promise((resolve) => setTimeout(resolve, 150));
    },
    config,
    uv: settings.installing!.uv,
    folder,
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

/** Of all that this process has started, in MB; boxes are not its own. */
export function childrenMb(): number {
  return childrenOf(process.pid).reduce((sum, pid) => sum + memoryMbOf(pid), 0);
}
