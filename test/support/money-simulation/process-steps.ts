import { told } from "./call-steps.ts";
import { createReplica } from "./replica.ts";
import { act, keepHouse, replace, settle, type World } from "./world.ts";

/** A process sends its heartbeat, and settles for dead ones. */
export async function stepKeepHouse(world: World, n: 0 | 1): Promise<string> {
  await keepHouse(world, n);
  return `process ${n} keeps house`;
}

/** A process ends normally: it gives back its open charges. */
export async function stepStop(world: World, n: 0 | 1): Promise<string> {
  const replica = world.replicas[n];
  const outcome = await act(replica, async ({ keepHouse: keep, stop }) => {
    const house = await keep();
    stop();
    await house[Symbol.asyncDispose]();
  });
  await settle(world);
  await replace(world, n);
  return `process ${n} is stopped and started again: ${told(outcome)}`;
}

/** Both processes are gone, the store is stopped abruptly, and all start again. */
export async function restartStore(world: World): Promise<string> {
  const { place, replicas, points } = world;
  for (const replica of replicas) replica.stop();
  await settle(world);
  for (const { real } of replicas) await real[Symbol.asyncDispose]();
  await place.restart();
  for (const n of [0, 1] as const) {
    replicas[n] = createReplica(await place.open(world.clock), {
      ...world,
      onPoint: (point) => void points.add(point),
    });
    await keepHouse(world, n);
  }
  return "the store is restarted";
}

export async function stepPrune({ replicas, clock }: World, n: 0 | 1): Promise<string> {
  const outcome = await act(replicas[n], ({ parts }) => parts.store.prune(clock.now()));
  return `prune: ${told(outcome)}`;
}

/** Time passes: usually a little, sometimes beyond the life of an answer or a reservation. */
export async function stepWait({ draw, clock }: World): Promise<string> {
  const ms = draw.pick([20_000, 60_000, 700_000, 4_000_000]);
  await clock.advance(ms);
  return `${ms} ms pass`;
}
