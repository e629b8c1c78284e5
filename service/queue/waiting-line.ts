import { createHeldNow } from "../../parts/limits/held-now.ts";

type Waiter = Readonly<{ address: string }>;

/** Who waits, a queue for each caller; the callers come round in turn. */
export type WaitingLine<Waiting extends Waiter> = Readonly<{
  /** The callers in the order of their turns, each with its queue. May change during iteration. */
  callers(): Iterable<readonly [string, readonly Waiting[]]>;
  enter(caller: string, waiter: Waiting): void;
  leave(caller: string, waiter: Waiting): void;
  /** The caller's turn was now: what else it has waits until the others had theirs. */
  toTheBack(caller: string): void;
  /** One caller fills no more than half of the room, one address three quarters, so that others still find some. */
  isFullFor(caller: string, address: string): boolean;
  length(): number;
}>;

export function createWaitingLine<Waiting extends Waiter>(maxWaiting: number): WaitingLine<Waiting> {
  // A map keeps its order: the caller served last goes to the back of it.
  const queues = new Map<string, Waiting[]>();
  const from = createHeldNow();
  let length = 0;
  return {
    callers: () => queues,
    enter(caller, waiter) {
      const queue = queues.get(caller);
      if (queue) queue.push(waiter);
      else queues.set(caller, [waiter]);
      length += 1;
      from.add(waiter.address, 1);
    },
    leave(caller, waiter) {
      const queue = queues.get(caller);
      const at = queue?.indexOf(waiter) ?? -1;
      if (at < 0) return;
      queue!.splice(at, 1);
      if (queue!.length === 0) queues.delete(caller);
      length -= 1;
      from.add(waiter.address, -1);
    },
    toTheBack(caller) {
      const queue = queues.get(caller);
      if (!queue) return;
      queues.delete(caller);
      queues.set(caller, queue);
    },
    isFullFor(caller, address) {
      const own = queues.get(caller)?.length ?? 0;
      return length >= maxWaiting || own >= maxWaiting / 2 || from.of(address) >= (maxWaiting * 3) / 4;
    },
    length: () => length,
  };
}
