import { join } from "node:path";
import { systemClock } from "../../platform/clock.ts";
import type { ExecutionSettings } from "../../engine/open-engine.ts";
import type { PythonVersion } from "../../engine/python-version.ts";
import { readSandboxImages, type SandboxImages } from "../../engine/sandbox-images.ts";
import type { TextJudge } from "../judge.ts";
import { havePython } from "../python/python-tools.ts";
import { createServiceJudge } from "../service/service-judge.ts";
import { createService, type RemoteService } from "../service/service.ts";
import { findKey, readUrl } from "../service/keys.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { cacheFolder, packagesIn } from "../user-folders.ts";
import { engineIdentity } from "./engine-identity.ts";
import { createLocalJudge } from "./local-judge.ts";
import { openVerdictCache, withCache } from "./verdict-cache.ts";

type Local = Readonly<{
  version: string;
  isCached: boolean;
  /** What most of the questions are for; unset: the default. */
  python?: PythonVersion | undefined;
  execution?: ExecutionSettings | undefined;
}>;

/** The engine in this process, behind the verdicts that are kept. */
export function openLocalJudge(
  terminal: Terminal,
  { version, isCached, python: readyFor, execution }: Local,
): TextJudge {
  const { env } = terminal;
  const packages = packagesIn(env);
  const judge = createLocalJudge({
    version,
    packages,
    execution,
    readyFor,
    python: async () => havePython(terminal),
  });
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
    images: readImages(env.SANDBOX_IMAGES),
    poolSize: 1,
    model: undefined,
    defaultTimeoutS: 10,
  };
  return openLocalJudge(terminal, { version, isCached: false, execution });
}

function readImages(given: string | undefined): SandboxImages {
  const images = readSandboxImages(given ?? "");
  if (typeof images === "string") throw new UsageError(`SANDBOX_IMAGES ${images}.`);
  return images;
}

/** The service at an address, with the key that is kept for it. */
export function openService({ env }: Terminal, url: string): { service: RemoteService; judge: TextJudge } {
  const address = readUrl(url);
  const service = createService(address, findKey(address, env), systemClock);
  return { service, judge: createServiceJudge(service) };
}
