/** Work that several callers wait for at once: done once, stopped when the last of them has gone. */
export type InFlight<Result> = Readonly<{
  /** `isShared` is true for everyone but the one whose call started the work. */
  share(
    name: string,
    signal: AbortSignal,
    work: (shared: AbortSignal) => Promise<Result>,
  ): Promise<{ result: Result; isShared: boolean }>;
  count(): number;
}>;

type Flight<Result> = { result: Promise<Result>; waiting: number; stop: AbortController };

export function createInFlight<Result>(): InFlight<Result> {
  const flights = new Map<string, Flight<Result>>();

  function start(name: string, work: (shared: AbortSignal) => Promise<Result>): Flight<Result> {
    const stop = new AbortController();
    const flight: Flight<Result> = { result: work(stop.signal), waiting: 0, stop };
    flights.set(name, flight);
    const end = (): void => {
      if (flights.get(name) === flight) flights.delete(name);
    };
    flight.result.then(end, end);
    return flight;
  }

  return {
    count: () => flights.size,
    share: async (name, signal, work) => {
      signal.throwIfAborted();
      const joined = flights.get(name);
      const flight = joined ?? start(name, work);
      flight.waiting += 1;
      const left = Promise.withResolvers<never>();
      const leave = (): void => {
        flight.waiting -= 1;
        if (flight.waiting === 0) {
          // A later caller must not join work that is being stopped.
          if (flights.get(name) === flight) flights.delete(name);
          flight.stop.abort(signal.reason);
        }
        left.reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      try {
        return { result: await Promise.race([flight.result, left.promise]), isShared: joined !== undefined };
      } finally {
        signal.removeEventListener("abort", leave);
      }
    },
  };
}
