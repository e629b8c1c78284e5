import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { configNames } from "../../settings/config-names.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Environment } from "./environment.ts";
import { createLintSettings } from "../lint/settings.ts";
import { digest } from "../manifest.ts";

type Given = Readonly<{
  paths: readonly string[];
  settings: Settings;
  environment: Environment | undefined;
  /** Of the engine and its tools. */
  identity: string;
}>;

/** Everything that findings depend on beside the files: settings, installed packages, the engine. */
export function surroundingsOf({ paths, settings, environment, identity }: Given): string {
  const contents = configFilesOf(paths).map((path) => [path, readFileSync(path, "utf8")]);
  const { root, ...rules } = settings;
  // Without patterns it is only where the command was started.
  const hasPatterns = rules.exclude.length > 0 || Object.keys(rules.perFileIgnores).length > 0;
  return digest(JSON.stringify([identity, rules, hasPatterns && root, environment?.stamp, contents]));
}

/** Every file that may configure a tool for some of these. */
export function configFilesOf(paths: readonly string[]): readonly string[] {
  const named = Array.from(foldersAbove(paths), (folder) => configNames.map((name) => join(folder, name)))
    .flat()
    .filter((path) => existsSync(path));
  const lintSettingsOf = createLintSettings();
  const extended = named.flatMap((path) => lintSettingsOf(dirname(path)).files);
  return [...new Set([...named, ...extended])].toSorted();
}

/** A file is configured by the nearest settings above it, wherever they are. */
function foldersAbove(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  return folders;
}
