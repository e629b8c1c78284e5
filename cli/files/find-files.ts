import { readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import createIgnore from "ignore";
import { isNotebook } from "../notebooks/notebook-source.ts";
import type { Settings } from "../settings/settings.ts";
import { UsageError } from "../usage-error.ts";
import { extendStack, isIgnored, stackFor, type IgnoreStack } from "./git-ignore.ts";
import { isSkippedFolder } from "./skipped-folders.ts";

type FoundFiles = Readonly<{
  /** Full paths, each once. */
  files: readonly string[];
  /** Named by the user, and left out by `exclude`. */
  excluded: readonly string[];
}>;

/** The files that paths stand for: a file whatever its name, a folder for the *.py, *.pyi and *.ipynb in it. */
export function findFiles(cwd: string, paths: readonly string[], settings: Settings): FoundFiles {
  const isExcluded = exclusionOf(settings);
  const files = new Set<string>();
  const excluded: string[] = [];
  for (const name of paths) {
    const path = resolve(cwd, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) throw new UsageError(`${name}: no such file or folder.`);
    if (found.isDirectory()) for (const file of walk(path, stackFor(path), isExcluded)) files.add(file);
    else if (isExcluded(path)) excluded.push(name);
    else files.add(path);
  }
  return { files: [...files], excluded };
}

/** Whether a file is Python by its name. */
export function isPython(name: string): boolean {
  return name.endsWith(".py") || name.endsWith(".pyi");
}

/** Whether a file may hold Python by its name. */
export function mayHoldPython(name: string): boolean {
  return isPython(name) || isNotebook(name);
}

type Exclusion = (path: string, isFolder?: boolean) => boolean;

export function exclusionOf({ exclude, root }: Settings): Exclusion {
  const patterns = createIgnore().add([...exclude]);
  return (path, isFolder = false) => {
    const inside = relative(root, path).replaceAll("\\", "/");
    if (inside === "" || inside.startsWith("..")) return false;
    return patterns.ignores(isFolder ? `${inside}/` : inside);
  };
}

function* walk(folder: string, stack: IgnoreStack, isExcluded: Exclusion): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const isOut = isSkippedFolder(folder, entry.name) || isIgnored(stack, path, true);
      if (!isOut && !isExcluded(path, true)) yield* walk(path, extendStack(stack, path), isExcluded);
    } else if (
      entry.isFile() &&
      mayHoldPython(entry.name) &&
      !isIgnored(stack, path, false) &&
      !isExcluded(path)
    )
      yield path;
  }
}
