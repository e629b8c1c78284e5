/** A number of places, taken in the order of asking. */
export type Places = Readonly<{
  /** Resolves when a place is free; it is held until it is disposed. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<Disposable>;
}>;

export function createPlaces(count: number): Places {
  const waiting = new Set<() => void>();
  let free = count;

  function next(): void {
    const [begin] = waiting;
    if (free === 0 || !begin) return;
    waiting.delete(begin);
    free -= 1;
    begin();
  }

  function leaveOnce(): Disposable {
    let isLeft = false;
    return {
      [Symbol.dispose]: () => {
        if (isLeft) return;
        isLeft = true;
        free += 1;
        next();
      },
    };
  }

  return {
    take: async (signal) => {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
      const begin = (): void => resolve(leaveOnce());
      const stop = (): void => {
        if (waiting.delete(begin)) reject(signal.reason);
      };
      signal.addEventListener("abort", stop, { once: true });
      waiting.add(begin);
      next();
      try {
        return await promise;
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
  };
}
