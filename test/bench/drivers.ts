import type { BoxSettings } from "../../engine/workers/sandbox/open-driver.ts";
import { startBox } from "../../engine/workers/sandbox/box.ts";
import { createMeters } from "../../engine/workers/sandbox/meters.ts";
import { openDriver } from "../../engine/workers/sandbox/open-driver.ts";
import { systemClock } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";
import { nameOwner } from "../../platform/owner.ts";
import { readConfig } from "../../service/config.ts";
import { boxSettings } from "../../service/engine-settings.ts";
import { createMetrics } from "../../service/parts/metrics.ts";
import { inTurns, timeExecute } from "./in-turns.ts";
import { timed } from "./numbers.ts";
import type { Row } from "./row.ts";
import { startService } from "./service-process.ts";

type Environment = Readonly<Record<string, string>>;

const drivers = ["docker", "kubernetes"] as const;

/** The same work in containers and in Pods, each given by its environment. */
export async function measureDrivers(
  env: Readonly<Record<(typeof drivers)[number], Environment>>,
): Promise<Row[]> {
  await using docker = await startService({ SANDBOX_POOL: "2", ...env.docker });
  await using kubernetes = await startService({ SANDBOX_POOL: "2", ...env.kubernetes });
  const services = { docker, kubernetes };
  return [
    ...(await inTurns(drivers, "start to ready", async (driver) =>
      timeStart(boxSettings(readConfig(env[driver]))),
    )),
    ...(await inTurns(drivers, "execute of print(1), over HTTP", async (driver, round) =>
      timeExecute(services[driver], `print(1)  # ${round}\n`, { refillMs: 4000 }),
    )),
  ];
}

async function timeStart(settings: BoxSettings): Promise<number> {
  const driver = await openDriver(settings);
  const meters = createMeters(createMetrics());
  const { ms, result: box } = await timed(async () => {
    const id = await driver.create({ owner: nameOwner(), createdAtMs: Date.now() });
    return startBox({ driver, clock: systemClock, log: openLog("silent"), meters }, id);
  });
  await box.destroy();
  return ms;
}
