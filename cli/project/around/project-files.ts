import { dirname } from "node:path";
import { findFiles } from "../../files/find-files.ts";
import type { Settings } from "../../settings/settings.ts";
import { findRoot } from "./find-root.ts";

type Given = Readonly<{ settings: Settings; env: Readonly<Record<string, string | undefined>> }>;

/** The project that some files are of: its folder, and all its files, also those that nobody named. */
export type ProjectFiles = Readonly<{ root: string; paths: readonly string[] }>;

/**
 * What a file means is decided by those around it. The order of the paths does not depend on which were named, so that
 * what was found in the project is kept once.
 */
export function projectFilesOf(named: readonly string[], { settings, env }: Given): ProjectFiles {
  const { folder: root, isMarked } = findRoot(named);
  // Where a person's settings lie is no project: everything that they have is below.
  if (!isMarked || root === env["HOME"] || dirname(root) === root) return { root, paths: named };
  const paths = new Set(findFiles(root, ["."], settings).files);
  return { root, paths: [...paths, ...named.filter((path) => !paths.has(path)).toSorted()] };
}
