import type { Worker } from "./worker.ts";

/** The idle workers, and the texts that wait for one. */
export type ReadyWorkers = Readonly<{
  /** Gives it to the text that has waited longest, or keeps it as idle. */
  offer(worker: Worker): void;
  remove(worker: Worker): void;
  /** Takes an idle worker, or waits for one; while the idle ones are not trusted, it waits. */
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
