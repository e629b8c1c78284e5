/** Runs up to `places` pieces of work at once. The others wait, each at most `maxWaitMs`. */
export type ConnectionQueue = Readonly<{
  run<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  /** Resolves when all work has ended. */
  untilEmpty(): Promise<void>;
}>;

export function createConnectionQueue(places: number, maxWaitMs: number): ConnectionQueue {
  const waiting = new Set<() => void>();
  const running = new Set<Promise<unknown>>();
  let free = places;

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    AbortSignal.timeout(maxWaitMs).addEventListener("abort", () => {
      if (waiting.delete(resolve)) reject(new Error(`No connection was free for ${maxWaitMs} ms: timeout.`));
    });
    waiting.add(resolve);
    await promise;
  }

  /** The place goes to the first who waits. */
  function leave(): void {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  async function runInTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  return {
    async run(work) {
      const ran = runInTurn(work);
      running.add(ran);
      return ran.finally(() => running.delete(ran));
    },
    async untilEmpty() {
      await Promise.allSettled(running);
    },
  };
}
