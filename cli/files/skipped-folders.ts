import { existsSync } from "node:fs";
import { join } from "node:path";

const skipped = new Set(["__pycache__", "node_modules", "site-packages", "__pypackages__"]);

/** Hidden folders, caches, installed packages and virtual environments hold no source of the project. */
export function isSkippedFolder(parent: string, name: string): boolean {
  return name.startsWith(".") || skipped.has(name) || existsSync(join(parent, name, "pyvenv.cfg"));
}
