import { resolve, sep } from "node:path";
import { changedFiles } from "../../files/changed-files.ts";
import { exclusionOf, findFiles } from "../../files/find-files.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Terminal } from "../../terminal.ts";

type Asked = Readonly<{
  paths: readonly string[];
  changed?: boolean | undefined;
  "changed-against"?: string | undefined;
}>;

/** The files a command is about. */
export function findTargets(terminal: Terminal, asked: Asked, settings: Settings): readonly string[] {
  const { cwd, err } = terminal;
  const against = asked["changed-against"] ?? (asked.changed ? "HEAD" : undefined);
  if (against !== undefined) {
    const places = (asked.paths.length === 0 ? ["."] : asked.paths).map((name) => resolve(cwd, name));
    const isExcluded = exclusionOf(settings);
    return changedFiles(cwd, against)
      .filter((path) => places.some((place) => path === place || path.startsWith(place + sep)))
      .filter((path) => !isExcluded(path));
  }
  const { files, excluded } = findFiles(cwd, asked.paths.length === 0 ? ["."] : asked.paths, settings);
  for (const name of excluded) err(`Skipped ${name}: excluded by the settings.\n`);
  return files;
}
