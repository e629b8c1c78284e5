import { join } from "node:path";
import { engineIdentity } from "../checking/engine-identity.ts";
import type { Settings } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";
import { cacheFolder, packagesIn } from "../user-folders.ts";
import { findEnvironment, type Environment } from "./environment.ts";
import { findRoot } from "./find-root.ts";
import { surroundingsOf } from "./surroundings.ts";

/** What findings depend on beside the files. */
export type AroundProject = Readonly<{
  root: string;
  environment: Environment | undefined;
  /** A folder of packages whose types are known, too. */
  packages: string | undefined;
  /** Changes with settings, installed packages and the engine. */
  surroundings: string;
  cache: string;
}>;

export function aroundProject(
  paths: readonly string[],
  { env }: Pick<Terminal, "env">,
  { settings, identity }: Readonly<{ settings: Settings; identity: string }>,
): AroundProject {
  const root = findRoot(paths);
  const environment = findEnvironment({ root, env, python: settings.interpreter });
  const surroundings = surroundingsOf({ paths, settings, environment, identity });
  const cache = join(cacheFolder(env), "projects");
  return { root, environment, packages: packagesIn(env), surroundings, cache };
}

/** Of the engine and its tools. */
export function ownIdentity({ env }: Pick<Terminal, "env">, version: string): string {
  return engineIdentity(version, [env["ASSAY_PYTHON"], packagesIn(env)]);
}
