import { statSync, watch } from "node:fs";
import { basename, resolve } from "node:path";
import { systemClock } from "../../../platform/clock.ts";
import { mayHoldPython } from "../../files/find-files.ts";
import { configNames } from "../../settings/config-names.ts";
import type { Terminal } from "../../terminal.ts";

/** An editor writes a file in several steps, and several files at once. */
const quietMs = 50;
const configuration: ReadonlySet<string> = new Set([...configNames, ".gitignore"]);

/** Files that are watched all the time, so that a change during a check is not lost. */
export type FileWatch = Readonly<{
  /** Resolves when a Python file or the configuration changed since the last time, and a moment has passed. */
  changed(): Promise<void>;
  /** Aborted by the next change, which stays to be told. */
  untilChanged(): AbortSignal;
}> &
  Disposable;

export function watchFiles({ cwd, signal }: Terminal, paths: readonly string[]): FileWatch {
  let change = Promise.withResolvers<void>();
  const watchers = (paths.length === 0 ? ["."] : paths).map((name) => {
    const path = resolve(cwd, name);
    const isFolder = statSync(path).isDirectory();
    return watch(path, { recursive: isFolder }, (_, file) => {
      if (file === null || mayHoldPython(file) || configuration.has(basename(file))) change.resolve();
    });
  });
  const interrupted = Promise.withResolvers<never>();
  interrupted.promise.catch(() => undefined);
  signal.addEventListener("abort", () => interrupted.reject(signal.reason), { once: true });
  return {
    changed: async () => {
      await Promise.race([change.promise, interrupted.promise]);
      await systemClock.sleep(quietMs, signal);
      change = Promise.withResolvers();
    },
    untilChanged: () => {
      const controller = new AbortController();
      void change.promise.then(() => controller.abort());
      return controller.signal;
    },
    [Symbol.dispose]: () => {
      for (const watcher of watchers) watcher.close();
    },
  };
}
