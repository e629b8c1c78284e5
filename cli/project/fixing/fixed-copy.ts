import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { isBelow } from "../../files/is-below.ts";
import type { Settings } from "../../settings/settings.ts";
import type { ProjectFiles } from "../around/project-files.ts";
import { configFilesOf } from "../around/surroundings.ts";

/** A project in a folder of its own, some of its files with other texts. */
export type ProjectCopy = Readonly<{
  files: ProjectFiles;
  settings: Settings;
  pathOf(path: string): string;
}> &
  Disposable;

/** Times are kept, so that tools know again what has not changed. */
export function copyProject(
  { root, paths }: ProjectFiles,
  settings: Settings,
  texts: ReadonlyMap<string, Buffer>,
): ProjectCopy {
  const place = mkdtempSync(join(tmpdir(), "assay-fixed-"));
  // Patterns of the settings begin at their folder.
  const top = root === settings.root || isBelow(settings.root, root) ? settings.root : root;
  const pathOf = (path: string): string => join(place, relative(top, path));
  const copy = (path: string): void => {
    const to = pathOf(path);
    mkdirSync(dirname(to), { recursive: true });
    const text = texts.get(path);
    if (text) return writeFileSync(to, text);
    copyFileSync(path, to);
    const { atime, mtime } = statSync(path);
    utimesSync(to, atime, mtime);
  };
  try {
    const present = paths.filter((path) => existsSync(path));
    for (const path of new Set([...present, ...configFilesOf(paths).filter((file) => isBelow(top, file))]))
      copy(path);
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    throw error;
  }
  return {
    files: { root: pathOf(root), paths: paths.map(pathOf) },
    settings: { ...settings, root: pathOf(settings.root) },
    pathOf,
    [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true }),
  };
}
