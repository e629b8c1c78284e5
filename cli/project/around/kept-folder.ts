import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../../platform/clock.ts";
import { digest } from "../manifest.ts";

const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Where everything about one project is kept. Mypy's cache is by the names of modules, which projects share. */
export function keptFolder(cache: string, root: string): string {
  return join(cache, digest(root).slice(0, 20));
}

/** Marks the folder of a project as used, and deletes those that nobody has used for a month. */
export function useFolder(cache: string, folder: string): void {
  const now = systemClock.now();
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    utimesSync(folder, now / 1000, now / 1000);
    for (const name of readdirSync(cache)) {
      const other = join(cache, name);
      if (now - statSync(other).mtimeMs > keptMs) rmSync(other, { recursive: true, force: true });
    }
  } catch {
    // A full or read-only disk costs time, not the result.
  }
}
