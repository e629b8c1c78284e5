import type { BoxSettings } from "../../engine/workers/sandbox/open-driver.ts";
import { startBox } from "../../engine/workers/sandbox/box.ts";
import { createMeters } from "../../engine/workers/sandbox/meters.ts";
import { openDriver } from "../../engine/workers/sandbox/open-driver.ts";
import { systemClock } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";
import { nameOwner } from "../../platform/owner.ts";
import { readConfig } from "../../service/config.ts";
import { boxSettings } from "../../service/engine-settings.ts";
import { createMetrics } from "../../parts/observe/metrics.ts";
import { inTurns, timeExecute } from "./in-turns.ts";
import { timed } from "./numbers.ts";
import type { Row } from "./row.ts";
import { startService, type ServiceProcess } from "./service-process.ts";

type Environment = Readonly<Record<string, string>>;

/** The same work in boxes of several kinds, each given by the environment of a service. */
export async function measureDrivers(kinds: Readonly<Record<string, Environment>>): Promise<Row[]> {
  await using starting = new AsyncDisposableStack();
  const names = Object.keys(kinds);
  const services = new Map<string, ServiceProcess>();
  for (const [name, env] of Object.entries(kinds))
    services.set(name, starting.use(await startService({ SANDBOX_POOL: "2", ...env })));
  return [
    ...(await inTurns(names, "start to ready", async (name) =>
      timeStart(boxSettings(readConfig(kinds[name]!))),
    )),
    ...(await inTurns(names, "execute of print(1), over HTTP", async (name, round) =>
      timeExecute(services.get(name)!, `print(1)  # ${round}\n`, { refillMs: 4000 }),
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
