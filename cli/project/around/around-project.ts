import { join } from "node:path";
import { engineIdentity } from "../../checking/engine-identity.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Terminal } from "../../terminal.ts";
import { cacheFolder, packagesIn } from "../../user-folders.ts";
import { findEnvironment, type Environment } from "./environment.ts";
import { keptFolder } from "./kept-folder.ts";
import type { ProjectFiles } from "./project-files.ts";
import { surroundingsOf } from "./surroundings.ts";

/** What findings depend on beside the files. */
export type AroundProject = Readonly<{
  environment: Environment | undefined;
  /** A folder of packages whose types are known, too. */
  packages: string | undefined;
  /** Changes with settings, installed packages and the engine. */
  surroundings: string;
  /** Where the tools keep what they know. */
  cache: string;
}>;

export function aroundProject(
  { root, paths }: ProjectFiles,
  { env }: Pick<Terminal, "env">,
  { settings, identity }: Readonly<{ settings: Settings; identity: string }>,
): AroundProject {
  const environment = findEnvironment({ root, env, python: settings.interpreter });
  const surroundings = surroundingsOf({ paths, settings, environment, identity });
  const cache = keptFolder(join(cacheFolder(env), "projects"), root);
  return { environment, packages: packagesIn(env), surroundings, cache };
}

/** Of the engine and its tools. */
export function ownIdentity({ env }: Pick<Terminal, "env">, version: string): string {
  return engineIdentity(version, [env["ASSAY_PYTHON"], packagesIn(env)]);
}
