import { createEngine, type Engine } from "../service/engine/engine.ts";
import { openWorkers } from "../service/engine/workers.ts";
import { systemClock } from "../service/parts/clock.ts";
import type { Log } from "../service/parts/log.ts";
import type { Metrics } from "../service/parts/metrics.ts";
import { createTroubles, type Troubles } from "../service/parts/troubles.ts";
import { openTypes, pythonVersion } from "../service/parts/types/types.ts";
import type { Release } from "../service/release.ts";

/** An engine that is opened when it is first needed. It has no sandbox, so it cannot run code. */
export type Fallback = Readonly<{ engine(): Promise<Engine> }> & AsyncDisposable;

type Settings = Readonly<{ python: string; release: Release; log: Log; metrics: Pick<Metrics, "counter"> }>;

export function createFallback(settings: Settings): Fallback {
  const troubles = createTroubles(settings);
  const opened = new AsyncDisposableStack();
  let opening: Promise<Engine> | undefined;
  return {
    engine: async () => {
      opening ??= open({ ...settings, troubles }, opened).catch((error: unknown) => {
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
  { python, release, log, troubles }: Settings & { troubles: Troubles },
  opened: AsyncDisposableStack,
): Promise<Engine> {
  const types = opened.use(
    await openTypes({ python, pythonVersion, workers: 2, limitMs: 8000, clock: systemClock, log }),
  );
  const limits = { limitMs: 3000, clock: systemClock };
  const workers = opened.use(await openWorkers({ threads: 1, ...limits, troubles }));
  return createEngine({ workers, types, clock: systemClock, troubles, service: release });
}
