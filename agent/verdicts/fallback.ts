import type { Engine } from "../../engine/engine.ts";
import type { Log } from "../../platform/log.ts";
import type { Metrics } from "../../parts/observe/metrics.ts";
import type { Release } from "../../parts/release.ts";

/** An engine that is opened when it is first needed. It has no sandbox, so it cannot run code. */
export type Fallback = Readonly<{ engine(): Promise<Engine> }> & AsyncDisposable;

type Settings = Readonly<{
  python: string;
  /** As the service has them. */
  packages: string | undefined;
  release: Release;
  log: Log;
  metrics: Metrics;
}>;

/** It is there for when the service is away: one text at a time. */
const size = { threads: 1, typeCheckers: 2 };

export function createFallback({ release, ...settings }: Settings): Fallback {
  const opened = new AsyncDisposableStack();
  let opening: Promise<Engine> | undefined;
  const open = async (): Promise<Engine> => {
    const { openEngine } = await import("../../engine/open.ts");
    return opened.use(await openEngine({ ...settings, ...size, service: release, execution: undefined }));
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
