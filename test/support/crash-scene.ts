import { beforeAll, expect } from "vitest";
import { leapingClock, type LeapingClock } from "../agent/leaping-clock.ts";
import type { KillPoint } from "./agent-points.ts";
import { killingAgents, type AgentProcess, type KillingAgents } from "./agent-process.ts";
import { inProcesses, maxInProcess, onStores, storeKinds, type StoreKind } from "./exhaustive.ts";
import { openStage, type Shop, type Stage } from "./marketplace-stage.ts";
import { openStorePlaces } from "./store-places.ts";

type Environment = Readonly<Record<string, string>>;

/** A shop, and the environment of agents that keep its journal in one of the stores. */
export type Subject = Readonly<{ shop: Shop; env: Environment }>;

/** Shops with their journals in each of the stores, and agents that are killed. */
export type CrashScene = Readonly<{
  stage: Stage;
  subjects: readonly Subject[];
  victims: KillingAgents;
  openSubject(kind: StoreKind): Promise<Subject>;
}>;

/** Which of the agents in a process pauses at which point. */
export type Kill = Readonly<KillPoint & { store: StoreKind; agent: number }>;

export function useCrashScene(extra: Environment = {}): CrashScene {
  const scene = {} as { -readonly [Name in keyof CrashScene]: CrashScene[Name] };
  beforeAll(async () => {
    await using opening = new AsyncDisposableStack();
    const places = opening.use(await openStorePlaces());
    const stage = opening.use(await openStage());
    scene.stage = stage;
    scene.victims = opening.use(killingAgents());
    let shops = 0;
    scene.openSubject = async (kind) => {
      // Each with its own key: one key in two journals would be two agents that do not know of each other.
      const shop = await stage.createShop(stage.chain.users[(shops += 1)]!);
      return { shop, env: { ...shop.env, AGENT_POLL_MS: "500", ...(await places.create(kind)), ...extra } };
    };
    const subjects: Subject[] = [];
    for (let n = 0; n < maxInProcess; n += 1) subjects.push(await scene.openSubject(storeOf(n)));
    scene.subjects = subjects;
    const opened = opening.move();
    return async () => opened.disposeAsync();
  });
  return scene;
}

/** The kills at these points, as many per process as it has agents. */
export function processesOf(
  points: readonly KillPoint[],
): readonly Readonly<{ number: number; kills: readonly Kill[] }>[] {
  const kills = onStores(points).map((kill, n) => ({ ...kill, agent: n % maxInProcess }));
  return inProcesses(kills).map(({ number, cases }) => ({ number, kills: cases }));
}

/** All agents of a process, killed at the same point. */
export function everyAgentAt(point: KillPoint): readonly Kill[] {
  return Array.from({ length: maxInProcess }, (_, agent) => ({ ...point, store: storeOf(agent), agent }));
}

function storeOf(agent: number): StoreKind {
  return storeKinds[agent % storeKinds.length]!;
}

/** Runs the agents in a process that kills itself once each has reached its point, and checks that it did. */
export async function killAll(
  { victims, subjects }: CrashScene,
  kills: readonly Kill[],
  {
    extra = {},
    whileRunning,
  }: { extra?: Environment; whileRunning?: (victim: AgentProcess) => Promise<void> } = {},
): Promise<void> {
  await using victim = victims.start(
    ...kills.map(({ agent, at, arrival }) => ({
      ...subjects[agent]!.env,
      ...extra,
      KILL_AT: `${at}|${arrival}`,
    })),
  );
  const [{ code, signal }] = await Promise.all([victim.ended, whileRunning?.(victim)]);
  expect({ code, signal }, `Its last words:\n${victim.lastWords()}`).toEqual({
    code: null,
    signal: "SIGKILL",
  });
  const lastOf = (agent: number) =>
    victim.lines.findLast((line) => line.event === "reached" && line["agent"] === agent);
  expect(kills.map((_, n) => lastOf(n))).toEqual(
    kills.map(({ at, arrival }, n) => ({ event: "reached", agent: n, point: at, arrived: arrival })),
  );
  expect(victim.lines.at(-1)?.event).toBe("reached");
}

/** As late as if the leases of the dead process had been waited for. */
export function patientClock(): LeapingClock {
  const clock = leapingClock();
  clock.leap(16_000);
  return clock;
}
