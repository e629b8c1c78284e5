import { existsSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../platform/clock.ts";
import type { ExecutionSettings } from "../../engine/open.ts";
import type { TextJudge } from "../judge.ts";
import { havePython } from "../python/python-tools.ts";
import { createServiceJudge } from "../service/service-judge.ts";
import { createService, type RemoteService } from "../service/service.ts";
import { findKey, readUrl } from "../service/keys.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { cacheFolder } from "../user-folders.ts";
import { engineIdentity } from "./engine-identity.ts";
import { createLocalJudge } from "./local-judge.ts";
import { openVerdictCache, withCache } from "./verdict-cache.ts";

type Local = Readonly<{ version: string; isCached: boolean; execution?: ExecutionSettings | undefined }>;

/** The engine in this process, behind the verdicts that are kept. */
export function openLocalJudge(terminal: Terminal, { version, isCached, execution }: Local): TextJudge {
  const { env } = terminal;
  const packages = env.SANDBOX_PACKAGES_DIR || undefined;
  if (packages !== undefined && !existsSync(packages))
    throw new UsageError("SANDBOX_PACKAGES_DIR must be a folder that is there.");
  const judge = createLocalJudge({ version, packages, execution, python: async () => havePython(terminal) });
  if (!isCached) return judge;
  const identity = engineIdentity(version, [env.ASSAY_PYTHON, packages]);
  return withCache(judge, openVerdictCache(join(cacheFolder(env), "verdicts"), identity));
}

/** The engine in this process with the sandbox of this machine. */
export function openExecutingJudge(terminal: Terminal, version: string): TextJudge {
  const { env } = terminal;
  const execution: ExecutionSettings = {
    boxes: {
      kind: "docker",
      image: env.SANDBOX_IMAGE || "assay-sandbox",
      runtime: env.SANDBOX_RUNTIME || undefined,
      dockerHost: env.DOCKER_HOST || undefined,
    },
    poolSize: 1,
    model: undefined,
    defaultTimeoutS: 10,
  };
  return openLocalJudge(terminal, { version, isCached: false, execution });
}

/** The service at an address, with the key that is kept for it. */
export function openService({ env }: Terminal, url: string): { service: RemoteService; judge: TextJudge } {
  const address = readUrl(url);
  const service = createService(address, findKey(address, env), systemClock);
  return { service, judge: createServiceJudge(service) };
}
