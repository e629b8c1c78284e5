import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect } from "vitest";
import { leapingClock, type LeapingClock } from "../agent/leaping-clock.ts";
import type { KillPoint } from "./agent-points.ts";
import { killingAgents, type AgentProcess, type KillingAgents } from "./agent-process.ts";
import { openStage, type Shop, type Stage } from "./marketplace-stage.ts";
import { startRedis } from "./redis-server.ts";

type Environment = Readonly<Record<string, string>>;

/** A shop, and the environment of agents that keep its journal in one of the stores. */
export type Subject = Readonly<{ shop: Shop; env: Environment }>;

/** One shop with its journal in SQLite, one with its journal in Redis, and agents that die. */
export type CrashScene = Readonly<{
  stage: Stage;
  subjects: readonly Subject[];
  victims: KillingAgents;
  openSubject(store: { DATA_DIR: string; REDIS_URL?: string }): Promise<Subject>;
}>;

export function useCrashScene(extra: Environment = {}): CrashScene {
  const scene = {} as { -readonly [Name in keyof CrashScene]: CrashScene[Name] };
  beforeAll(async () => {
    await using opening = new AsyncDisposableStack();
    const folder = opening.adopt(await mkdtemp(join(tmpdir(), "assay-agent-crash-")), async (path) =>
      rm(path, { recursive: true, force: true }),
    );
    const redis = opening.use(await startRedis());
    const stage = opening.use(await openStage());
    scene.stage = stage;
    scene.victims = opening.use(killingAgents(join(folder, "compile-cache")));
    let shops = 0;
    scene.openSubject = async ({ DATA_DIR, ...store }) => {
      const dataDir = join(folder, DATA_DIR);
      await mkdir(dataDir);
      // Each with a key of its own: one key in two journals would be two agents that know nothing of each other.
      const shop = await stage.createShop(stage.chain.users[(shops += 1)]!);
      return { shop, env: { ...shop.env, AGENT_POLL_MS: "500", DATA_DIR: dataDir, ...store, ...extra } };
    };
    scene.subjects = [
      await scene.openSubject({ DATA_DIR: "sqlite" }),
      await scene.openSubject({ DATA_DIR: "redis", REDIS_URL: redis.url }),
    ];
    const opened = opening.move();
    return async () => opened.disposeAsync();
  });
  return scene;
}

/** Runs an agent for each subject in a process that kills itself, and proves that it did, there and then. */
export async function killAt(
  { victims, subjects }: CrashScene,
  { at, arrival }: KillPoint,
  {
    extra = {},
    whileRunning,
  }: { extra?: Environment; whileRunning?: (victim: AgentProcess) => Promise<void> } = {},
): Promise<void> {
  const KILL_AT = `${at}|${arrival}`;
  await using victim = victims.start(...subjects.map(({ env }) => ({ ...env, ...extra, KILL_AT })));
  const [{ signal }] = await Promise.all([victim.ended, whileRunning?.(victim)]);
  expect(signal).toBe("SIGKILL");
  const reached = victim.lines.filter(({ point, arrived }) => point === at && arrived === arrival);
  expect(new Set(reached.map(({ agent }) => agent))).toEqual(new Set(subjects.keys()));
  expect(victim.lines.at(-1)).toBe(reached.at(-1));
}

/** As late as if the leases of the dead, and what they held, had been waited for. */
export function patientClock(): LeapingClock {
  const clock = leapingClock();
  clock.leap(16_000);
  return clock;
}
