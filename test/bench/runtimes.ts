import { startBox } from "../../engine/workers/sandbox/box.ts";
import { openDockerDriver } from "../../engine/workers/sandbox/docker/driver.ts";
import { createMeters } from "../../engine/workers/sandbox/meters.ts";
import { systemClock } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";
import { nameOwner } from "../../platform/owner.ts";
import { createMetrics } from "../../parts/observe/metrics.ts";
import { inTurns, timeExecute } from "./in-turns.ts";
import { timed } from "./numbers.ts";
import type { Row } from "./row.ts";
import { startService } from "./service-process.ts";

type Where = Readonly<{ dockerHost: string; image: string }>;

const runtimes = ["runc", "runsc"] as const;
/** Its own example fails, and one edit makes it pass. */
const repairable = (round: number): string =>
  `def total(values):\n    """\n    >>> total([1, 2, ${round + 10}])\n    ${round + 13}\n    """\n    result = 0\n    for value in values:\n        result -= value\n    return result\n`;

/** The same work on each runtime, in turns. */
export async function measureRuntimes(where: Where): Promise<Row[]> {
  const env = { SANDBOX: "docker", DOCKER_HOST: where.dockerHost, SANDBOX_IMAGE: where.image };
  await using runc = await startService({ ...env, SANDBOX_RUNTIME: "runc" });
  await using runsc = await startService({ ...env, SANDBOX_RUNTIME: "runsc" });
  const services = { runc, runsc };
  return [
    ...(await inTurns(runtimes, "start to ready", async (runtime) => timeStart(where, runtime))),
    ...(await inTurns(runtimes, "execute of print(1), over HTTP", async (runtime, round) =>
      timeExecute(services[runtime], `print(1)  # ${round}\n`),
    )),
    ...(await inTurns(runtimes, "execute with a repair, over HTTP", async (runtime, round) =>
      timeExecute(services[runtime], repairable(round), { isRepaired: true }),
    )),
  ];
}

async function timeStart({ dockerHost, image }: Where, runtime: string): Promise<number> {
  const driver = await openDockerDriver({ image, runtime, dockerHost });
  const meters = createMeters(createMetrics());
  const { ms, result: box } = await timed(async () => {
    const id = await driver.create({ owner: nameOwner(), createdAtMs: Date.now() });
    return startBox({ driver, clock: systemClock, log: openLog("silent"), meters }, id);
  });
  await box.destroy();
  return ms;
}
