import { statSync, watch } from "node:fs";
import { basename, resolve } from "node:path";
import { systemClock } from "../../platform/clock.ts";
import { isPython } from "../files/find-files.ts";
import type { Terminal } from "../terminal.ts";

/** An editor writes a file in several steps, and several files at once. */
const quietMs = 100;
const configuration = new Set(["pyproject.toml", ".gitignore"]);

/** Resolves when a Python file or the configuration changed, and nothing more does for a moment. */
export async function untilChanged({ cwd, signal }: Terminal, paths: readonly string[]): Promise<void> {
  const changed = Promise.withResolvers<void>();
  const stop = (): void => changed.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const watchers = (paths.length === 0 ? ["."] : paths).map((name) => {
    const path = resolve(cwd, name);
    const isFolder = statSync(path).isDirectory();
    return watch(path, { recursive: isFolder }, (_, file) => {
      if (file === null || isPython(file) || configuration.has(basename(file))) changed.resolve();
    });
  });
  try {
    await changed.promise;
    await systemClock.sleep(quietMs, signal);
  } finally {
    signal.removeEventListener("abort", stop);
    for (const watcher of watchers) watcher.close();
  }
}
