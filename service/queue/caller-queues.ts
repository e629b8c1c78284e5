import { createUsageByName } from "../../parts/limits/usage-by-name.ts";

type Waiter = Readonly<{ address: string }>;

/** The waiting calls, one queue for each caller; callers are served round-robin. */
export type CallerQueues<Waiting extends Waiter> = Readonly<{
  /** The callers in the order of their turns, each with its queue. May change during iteration. */
  callers(): Iterable<readonly [string, readonly Waiting[]]>;
  enter(caller: string, waiter: Waiting): void;
  leave(caller: string, waiter: Waiting): void;
  /** Moves a caller that was just served behind all others. */
  moveToBack(caller: string): void;
  /** One caller may fill half of the queue, one address three quarters: the rest stays free for others. */
  isFullFor(caller: string, address: string): boolean;
  length(): number;
}>;

export function createCallerQueues<Waiting extends Waiter>(maxWaiting: number): CallerQueues<Waiting> {
  // A map keeps its order: the caller served last goes to the back of it.
  const queues = new Map<string, Waiting[]>();
  const from = createUsageByName();
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
    moveToBack(caller) {
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
