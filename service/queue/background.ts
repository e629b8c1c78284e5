/** Work that continues after its request was answered, by name, in this process. */
export type Background = Readonly<{
  /** The work's signal is aborted when it is stopped, or everything is. It must not reject. */
  begin(name: string, work: (signal: AbortSignal) => Promise<void>): void;
  /** Stops what is being worked on here and resolves when that has ended; false where nothing of that name is. */
  stop(name: string): Promise<boolean>;
  /** Resolves when the work has ended; undefined where nothing of that name is worked on here. */
  ended(name: string): Promise<void> | undefined;
  /** Stops everything and waits for it. */
  stopAll(): Promise<void>;
  /** Whether everything is being stopped. */
  isStopping(): boolean;
}>;

type Piece = Readonly<{ ended: Promise<void>; stop: AbortController }>;

export function createBackground(): Background {
  const underWay = new Map<string, Piece>();
  let isStopping = false;

  async function halt({ ended, stop }: Piece, why: string): Promise<void> {
    stop.abort(new Error(why));
    await ended;
  }

  return {
    begin: (name, work) => {
      const stop = new AbortController();
      const ended = work(stop.signal).finally(() => underWay.delete(name));
      underWay.set(name, { ended, stop });
    },
    stop: async (name) => {
      const piece = underWay.get(name);
      if (piece) await halt(piece, "The caller cancelled the work.");
      return piece !== undefined;
    },
    ended: (name) => underWay.get(name)?.ended,
    isStopping: () => isStopping,
    stopAll: async () => {
      isStopping = true;
      await Promise.all([...underWay.values()].map(async (piece) => halt(piece, "The service stops.")));
    },
  };
}
