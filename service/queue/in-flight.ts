/** Shares work between callers with equal requests: it runs once, and stops when the last of them has left. */
export type InFlight<Result, News = never> = Readonly<{
  /** `isShared` is false only for the caller whose call started the work. Every listener gets all progress. */
  share(
    name: string,
    signal: AbortSignal,
    work: Work<Result, News>,
    listener?: (news: News) => void,
  ): Promise<{ result: Result; isShared: boolean }>;
  count(): number;
}>;

type Work<Result, News> = (shared: AbortSignal, tell: (news: News) => void) => Promise<Result>;

type SharedWork<Result, News> = {
  result: Promise<Result>;
  waiting: number;
  listeners: Set<(news: News) => void>;
  stop: AbortController;
};

export function createInFlight<Result, News = never>(): InFlight<Result, News> {
  const underWay = new Map<string, SharedWork<Result, News>>();

  function start(name: string, work: Work<Result, News>): SharedWork<Result, News> {
    const stop = new AbortController();
    const listeners = new Set<(news: News) => void>();
    const tell = (news: News): void => listeners.forEach((listener) => listener(news));
    const flight = { result: work(stop.signal, tell), waiting: 0, listeners, stop };
    underWay.set(name, flight);
    const end = (): void => {
      if (underWay.get(name) === flight) underWay.delete(name);
    };
    flight.result.then(end, end);
    return flight;
  }

  return {
    count: () => underWay.size,
    share: async (name, signal, work, listener) => {
      signal.throwIfAborted();
      const joined = underWay.get(name);
      const flight = joined ?? start(name, work);
      flight.waiting += 1;
      if (listener) flight.listeners.add(listener);
      const left = Promise.withResolvers<never>();
      const leave = (): void => {
        flight.waiting -= 1;
        if (flight.waiting === 0) {
          // A later caller must not join work that is being stopped.
          if (underWay.get(name) === flight) underWay.delete(name);
          flight.stop.abort(signal.reason);
        }
        left.reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      try {
        return { result: await Promise.race([flight.result, left.promise]), isShared: joined !== undefined };
      } finally {
        signal.removeEventListener("abort", leave);
        if (listener) flight.listeners.delete(listener);
      }
    },
  };
}
