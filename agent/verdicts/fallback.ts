import type { Engine } from "../../engine/engine.ts";
import type { Log } from "../../platform/log.ts";
import type { Metrics } from "../../parts/observe/metrics.ts";
import type { Release } from "../../parts/release.ts";

/** An engine that is opened when it is first needed. It has no sandbox, so it cannot run code. */
export type Fallback = Readonly<{ engine(): Promise<Engine> }> & AsyncDisposable;

type Settings = Readonly<{
  python: string;
  /** The same as the service's. */
  packages: string | undefined;
  release: Release;
  log: Log;
  metrics: Metrics;
}>;

/** Used only while the service is down: one text at a time is enough. */
const engineSize = { threads: 1, typeCheckers: 2 };

export function createFallback({ release, ...settings }: Settings): Fallback {
  const opened = new AsyncDisposableStack();
  let opening: Promise<Engine> | undefined;
  const open = async (): Promise<Engine> => {
    const { openEngine } = await import("../../engine/open-engine.ts");
    return opened.use(
      await openEngine({ ...settings, ...engineSize, service: release, execution: undefined }),
    );
  };
  return {
    engine: async () => {
      opening ??= open().catch((error: unknown) => {
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
