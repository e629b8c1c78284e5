import { startBox } from "../../engine/workers/sandbox/box.ts";
import { openDockerDriver } from "../../engine/workers/sandbox/docker/driver.ts";
import { createMeters } from "../../engine/workers/sandbox/meters.ts";
import { systemClock } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";
import { nameOwner } from "../../platform/owner.ts";
import { createMetrics } from "../../service/parts/metrics.ts";
import { quantile, timed } from "./numbers.ts";
import type { Row } from "./row.ts";
import { startService, type ServiceProcess } from "./service-process.ts";

type Where = Readonly<{ dockerHost: string; image: string }>;

const runtimes = ["runc", "runsc"] as const;
const rounds = 9;
const warmUps = 2;
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
    ...(await inTurns("start to ready", async (runtime) => timeStart(where, runtime))),
    ...(await inTurns("execute of print(1), over HTTP", async (runtime, round) =>
      timeExecute(services[runtime], `print(1)  # ${round}\n`),
    )),
    ...(await inTurns("execute with a repair, over HTTP", async (runtime, round) =>
      timeExecute(services[runtime], repairable(round), { isRepaired: true }),
    )),
  ];
}

async function inTurns(
  what: string,
  work: (runtime: (typeof runtimes)[number], round: number) => Promise<number>,
): Promise<Row[]> {
  const times = { runc: [] as number[], runsc: [] as number[] };
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const runtime of runtimes) {
      const ms = await work(runtime, round);
      if (round >= 0) times[runtime].push(ms);
    }
  }
  return runtimes.map((runtime) => ({
    what: `${what}: ${runtime}`,
    value: quantile(times[runtime], 0.5),
    unit: "ms",
  }));
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

async function timeExecute(
  service: ServiceProcess,
  code: string,
  { isRepaired = false } = {},
): Promise<number> {
  // The box that was used is replaced behind the call; that is not part of a warm call.
  await new Promise((resolve) => setTimeout(resolve, 800));
  const { ms, result } = await timed(async () => service.ask({ code, mode: "execute" }));
  const isAsExpected = result.valid === !isRepaired && (result.fixes?.length ?? 0) > 0 === isRepaired;
  if (!isAsExpected) throw new Error(`the service answered ${JSON.stringify(result)}`);
  return ms;
}
