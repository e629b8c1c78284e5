import { createEngine, type Engine } from "../service/engine/engine.ts";
import { openWorkers } from "../service/engine/workers.ts";
import { systemClock } from "../service/parts/clock.ts";
import type { Log } from "../service/parts/log.ts";
import { openTypes, pythonVersion } from "../service/parts/types/types.ts";
import type { Release } from "../service/release.ts";

/** An engine that is opened when it is first needed. It has no sandbox, so it cannot run code. */
export type Fallback = Readonly<{ engine(): Promise<Engine> }> & AsyncDisposable;

export function createFallback(settings: { python: string; release: Release; log: Log }): Fallback {
  const opened = new AsyncDisposableStack();
  let opening: Promise<Engine> | undefined;
  return {
    engine: async () => {
      opening ??= open(settings, opened).catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    [Symbol.asyncDispose]: async () => {
      await opening?.catch(() => undefined);
      await opened.disposeAsync();
    },
  };
}

async function open(
  { python, release, log }: { python: string; release: Release; log: Log },
  opened: AsyncDisposableStack,
): Promise<Engine> {
  const types = opened.use(
    await openTypes({ python, pythonVersion, workers: 2, limitMs: 8000, clock: systemClock, log }),
  );
  const workers = opened.use(await openWorkers({ threads: 1, limitMs: 3000 }));
  return createEngine({ workers, types, clock: systemClock, service: release });
}
