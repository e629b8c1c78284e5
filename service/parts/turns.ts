import { Fault, kinds } from "../faults.ts";
import { createRoom } from "./room.ts";

/** Turns at the engine. Callers take them round-robin, so one with a thousand calls holds up nobody else. */
export type Turns = Readonly<{
  /** Resolves when it is this caller's turn; the turn lasts until it is disposed. `size` is what waits in the meantime. */
  take(caller: string, signal: AbortSignal, size?: number): Promise<Disposable>;
  waiting(): number;
  taken(): number;
}>;

type Settings = Readonly<{
  /** How many may have their turn at once. */
  places: number;
  /** How many of them one caller may have. */
  placesACaller: number;
  /** How many may wait before the next is told to come back. */
  mostWaiting: number;
  /** How much of what they brought may wait, all sizes added up. */
  maxWaitingSize?: number;
}>;

type Waiter = Readonly<{ begin: (turn: Disposable) => void }>;

export function createTurns(settings: Settings): Turns {
  const { places, placesACaller, mostWaiting, maxWaitingSize = Infinity } = settings;
  const room = createRoom(maxWaitingSize, kinds.busy.message);
  // A map keeps its order: the caller served last goes to the back of it.
  const queues = new Map<string, Waiter[]>();
  const held = new Map<string, number>();
  let taken = 0;
  let waiting = 0;

  function serve(): void {
    for (const [caller, queue] of queues) {
      if (taken >= places) return;
      if ((held.get(caller) ?? 0) >= placesACaller) continue;
      const next = queue.shift()!;
      queues.delete(caller);
      if (queue.length > 0) queues.set(caller, queue);
      waiting -= 1;
      next.begin(hold(caller));
    }
  }

  function canBegin(caller: string): boolean {
    return taken < places && (held.get(caller) ?? 0) < placesACaller;
  }

  /** One caller fills no more than half of the room, so that others still find some. */
  function isFull(caller: string): boolean {
    return waiting >= mostWaiting || (queues.get(caller)?.length ?? 0) >= mostWaiting / 2;
  }

  function hold(caller: string): Disposable {
    taken += 1;
    held.set(caller, (held.get(caller) ?? 0) + 1);
    let isOver = false;
    return {
      [Symbol.dispose]: () => {
        if (isOver) return;
        isOver = true;
        taken -= 1;
        const left = held.get(caller)! - 1;
        if (left > 0) held.set(caller, left);
        else held.delete(caller);
        serve();
      },
    };
  }

  function leave(caller: string, waiter: Waiter): void {
    const queue = queues.get(caller);
    const at = queue?.indexOf(waiter) ?? -1;
    if (at < 0) return;
    queue!.splice(at, 1);
    if (queue!.length === 0) queues.delete(caller);
    waiting -= 1;
  }

  async function take(caller: string, signal: AbortSignal, size = 0): Promise<Disposable> {
    signal.throwIfAborted();
    using waitingSize = room.hold(caller);
    if (!canBegin(caller)) {
      if (isFull(caller)) throw new Fault("busy", { retryAfterS: 1 });
      waitingSize.add(size);
    }
    const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
    const waiter: Waiter = { begin: resolve };
    const give = (): void => {
      leave(caller, waiter);
      reject(signal.reason);
    };
    const queue = queues.get(caller);
    if (queue) queue.push(waiter);
    else queues.set(caller, [waiter]);
    waiting += 1;
    signal.addEventListener("abort", give, { once: true });
    serve();
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", give);
    }
  }

  return { take, waiting: () => waiting, taken: () => taken };
}
