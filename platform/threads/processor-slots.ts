/** A number of slots for work on the processors, taken in the order of asking; long work does not wait behind fresh work. */
export type ProcessorSlots = Readonly<{
  /** Resolves when a slot is free; it is held until it is disposed. Rejects with the signal's reason. */
  take(signal: AbortSignal, kind?: "fresh" | "long"): Promise<ProcessorSlot>;
}>;

export type ProcessorSlot = Disposable &
  Readonly<{
    /** The work turns out to be long: another that has just begun may stand beside it. */
    makeRoom(): void;
  }>;

type Waiter = Readonly<{ isFresh: boolean; begin: () => void }>;

/** Of all slots, only `maxFresh` may be held by work that is not known to be long. */
export function createProcessorSlots(max: number, maxFresh = max): ProcessorSlots {
  const waiting = new Set<Waiter>();
  let [held, fresh] = [0, 0];

  function serve(): void {
    for (const waiter of waiting) {
      if (held >= max) return;
      if (waiter.isFresh && fresh >= maxFresh) continue;
      waiting.delete(waiter);
      waiter.begin();
    }
  }

  function hold(isFresh: boolean): ProcessorSlot {
    held += 1;
    if (isFresh) fresh += 1;
    let counts = { held: true, fresh: isFresh };
    const leave = (now: typeof counts): void => {
      if (counts.held && !now.held) held -= 1;
      if (counts.fresh && !now.fresh) fresh -= 1;
      counts = now;
      serve();
    };
    return {
      makeRoom: () => leave({ ...counts, fresh: false }),
      [Symbol.dispose]: () => leave({ held: false, fresh: false }),
    };
  }

  return {
    take: async (signal, kind = "fresh") => {
      signal.throwIfAborted();
      const isFresh = kind === "fresh";
      const { promise, resolve, reject } = Promise.withResolvers<ProcessorSlot>();
      const waiter: Waiter = { isFresh, begin: () => resolve(hold(isFresh)) };
      const stop = (): void => {
        if (waiting.delete(waiter)) reject(signal.reason);
      };
      signal.addEventListener("abort", stop, { once: true });
      waiting.add(waiter);
      serve();
      try {
        return await promise;
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
  };
}
