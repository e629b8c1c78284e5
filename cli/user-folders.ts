import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { UsageError } from "./usage-error.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Where verdicts are kept; it may be deleted at any time. */
export function cacheFolder(env: Env): string {
  return join(env.XDG_CACHE_HOME || join(homeFolder(env), ".cache"), "assay");
}

/** Where keys are kept; the client that services hand out uses the same one. */
export function configFolder(env: Env): string {
  return join(env.XDG_CONFIG_HOME || env.APPDATA || join(homeFolder(env), ".config"), "assay");
}

/** Where the Python tools are installed. */
export function dataFolder(env: Env): string {
  return join(env.XDG_DATA_HOME || join(homeFolder(env), ".local", "share"), "assay");
}

/** A folder of packages whose types are known beside those of the project's environment; undefined: none. */
export function packagesIn({ SANDBOX_PACKAGES_DIR: folder }: Env): string | undefined {
  if (folder && !existsSync(folder))
    throw new UsageError("SANDBOX_PACKAGES_DIR must be a folder that is there.");
  return folder || undefined;
}

function homeFolder(env: Env): string {
  return env.HOME || homedir();
}
