import type { Worker } from "./worker.ts";

/** The workers that have nothing to do, and those who wait for one. */
export type ReadyWorkers = Readonly<{
  /** Given to the text that has waited longest; else it stands ready. */
  offer(worker: Worker): void;
  remove(worker: Worker): void;
  /** One that stands ready, unless none of them can be trusted now; else the next that is offered. */
  take(signal: AbortSignal): Promise<Worker>;
  /** A second one for the same work; the last one is left to the next text. */
  takeSpare(): Worker | undefined;
}>;

export function createReadyWorkers(areTrusted: () => boolean): ReadyWorkers {
  const idle: Worker[] = [];
  const waiting: ((worker: Worker) => void)[] = [];
  return {
    offer(worker) {
      const next = waiting.shift();
      if (next) next(worker);
      else idle.push(worker);
    },
    remove: (worker) => drop(idle, worker),
    async take(signal) {
      signal.throwIfAborted();
      const ready = areTrusted() ? idle.pop() : undefined;
      if (ready) return ready;
      const { promise, resolve, reject } = Promise.withResolvers<Worker>();
      const leave = (): void => {
        drop(waiting, resolve);
        reject(signal.reason);
      };
      waiting.push(resolve);
      signal.addEventListener("abort", leave, { once: true });
      try {
        return await promise;
      } finally {
        signal.removeEventListener("abort", leave);
      }
    },
    takeSpare: () => (areTrusted() && idle.length > 1 ? idle.pop() : undefined),
  };
}

function drop<Item>(items: Item[], item: Item): void {
  const at = items.indexOf(item);
  if (at >= 0) items.splice(at, 1);
}
