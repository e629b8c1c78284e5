import type { HeldPayment } from "../../../service/payment/method.ts";
import { Fault } from "../../../parts/faults.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Store } from "../../../parts/store/store.ts";
import { randomFrom } from "../../parts/store/random.ts";
import { manualClock, type ManualClock } from "../manual-clock.ts";
import { createBooks, type Books } from "./books.ts";
import { createSimulatedChain, type Payment, type SimulatedChain } from "./chain.ts";
import type { Happened } from "./faulty-store.ts";
import { must } from "./must.ts";
import { createProcessor, type Processor } from "./processor.ts";
import { confirmations, createReplica, type Replica } from "./replica.ts";

/** A store that several processes may open, and that can be stopped and started again. */
export type Place = Readonly<{
  /** The clock that counts how long a process may be silent. */
  open(clock: Clock): Promise<Store>;
  restart(): Promise<void>;
}>;

/** Numbers and choices by the seed alone. */
export type Draw = Readonly<{
  below(end: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(of: number): boolean;
  hex(digits: number): string;
}>;

/** A call whose work takes longer than a step. */
export type HeldCall = Readonly<{ call: HeldPayment; replica: Replica }>;

export type World = Readonly<{
  place: Place;
  draw: Draw;
  clock: ManualClock;
  books: Books;
  chain: SimulatedChain;
  processor: Processor;
  replicas: [Replica, Replica];
  /** Keys in use, and all that ever were. */
  live: string[];
  minted: string[];
  held: HeldCall[];
  /** Payments that are in no block. */
  waiting: Payment[];
  points: Set<string>;
  touched: Set<string>;
}>;

export async function openWorld(place: Place, seed: number): Promise<World> {
  const clock = manualClock();
  const points = new Set<string>();
  const around = { clock, chain: createSimulatedChain(clock.now()), processor: createProcessor() };
  const onPoint = (point: string): void => void points.add(point);
  const stores = [await place.open(clock), await place.open(clock)] as const;
  const world: World = {
    place,
    draw: createDraw(seed),
    books: createBooks(),
    ...around,
    replicas: [
      createReplica(stores[0], { ...around, onPoint }),
      createReplica(stores[1], { ...around, onPoint }),
    ],
    live: [],
    minted: [],
    held: [],
    waiting: [],
    points,
    touched: new Set(),
  };
  for (const replica of world.replicas) await replica.keepHouse();
  takeIn(world);
  return world;
}

function createDraw(seed: number): Draw {
  const random = randomFrom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  return {
    below,
    pick: (items) => items[below(items.length)]!,
    chance: (of) => random() < of,
    hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join(""),
  };
}

export type Outcome<Value> = Readonly<{ value: Value } | { refused: Fault } | { crashed: true }>;

/** Runs an action of a process until it is done, refused, or the process is dead. Anything but a refusal ends the history. */
export async function act<Value>(
  replica: Replica,
  action: (replica: Replica) => Promise<Value>,
): Promise<Outcome<Value>> {
  const doing = action(replica).then(
    (value) => ({ value }),
    (error: unknown) => {
      if (!(error instanceof Fault)) throw error;
      return { refused: error };
    },
  );
  return Promise.race([doing, replica.faulty.died.then(() => ({ crashed: true as const }))]);
}

/** Waits for everything in progress, and records it in the books. */
export async function settle(world: World): Promise<void> {
  for (const { faulty } of world.replicas) await faulty.idle();
  takeIn(world);
}

function takeIn(world: World): void {
  for (const { faulty } of world.replicas) {
    for (const event of faulty.takeHappened()) {
      requireRight(world, event);
      world.books.apply(event);
    }
  }
}

/** No process decides a payment that is not deep, or settles for a process that may be alive. */
function requireRight({ chain, clock, books, replicas }: World, event: Happened): void {
  if (event.name === "creditDeposit") {
    const [{ tx, block, reference }] = event.args;
    const isThere = chain.blocks()[block]?.payments.some((payment) => payment.tx === tx) ?? false;
    must(isThere && chain.head() - block + 1 >= confirmations, `${reference} was decided too early`);
  }
  if (event.name === "giveBackCallsOf") {
    const [owner] = event.args;
    const isSelf = replicas.some(({ parts }) => parts.owner === owner && parts.stopping.aborted);
    const untilMs = books.calls.owners.get(owner) ?? 0;
    must(isSelf || untilMs <= clock.now(), "a living process had its calls given back");
  }
}

/** Replaces a process that ended; one in ten opens the store again. */
export async function replace(world: World, n: 0 | 1): Promise<void> {
  const old = world.replicas[n];
  old.stop();
  await settle(world);
  const isReopened = world.draw.chance(0.1);
  if (isReopened) await old.real[Symbol.asyncDispose]();
  const real = isReopened ? await world.place.open(world.clock) : old.real;
  world.replicas[n] = createReplica(real, { ...world, onPoint: (point) => void world.points.add(point) });
  await keepHouse(world, n);
}

/**
 * A process that was taken for gone says that it lives before it takes another charge. The service does so every two
 * seconds; a call that it takes and dies with in between is nobody's, and stays open.
 */
export async function comeBack({ replicas, books, clock }: World, n: 0 | 1): Promise<void> {
  const { parts, real } = replicas[n];
  if ((books.calls.owners.get(parts.owner) ?? 0) > clock.now()) return;
  await real.heartbeat(parts.owner, 15_000);
  books.calls.owners.set(parts.owner, clock.now() + 15_000);
}

/** From then on no process is known that has been silent for too long. */
export async function keepHouse(world: World, n: 0 | 1): Promise<void> {
  const { books, clock } = world;
  const outcome = await act(world.replicas[n], (replica) => replica.keepHouse());
  await settle(world);
  if (!("value" in outcome)) return;
  const late = [...books.calls.owners.values()].filter((untilMs) => untilMs <= clock.now());
  must(late.length === 0, "a process that is gone was not settled for");
}
