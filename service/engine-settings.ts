import { dirname, join, resolve } from "node:path";
import {
  places,
  type EngineSettings,
  type ExecutionSettings,
  type InstallSettings,
} from "../engine/open-engine.ts";
import { systemClock } from "../platform/clock.ts";
import type { Config } from "./config.ts";

/** What the configuration tells the engine. */
export function engineSettings(
  config: Config,
): Pick<EngineSettings, "python" | "packages" | "installing" | "threads" | "typeCheckers" | "execution"> {
  return {
    python: config.PYTHON,
    packages: config.SANDBOX_PACKAGES_DIR,
    installing: installSettings(config),
    threads: places,
    typeCheckers: places,
    execution: executionSettings(config),
  };
}

function networkOf({ HTTP_PROXY, HTTPS_PROXY, NO_PROXY, SSL_CERT_FILE, SSL_CERT_DIR }: Config) {
  const all = { HTTP_PROXY, HTTPS_PROXY, NO_PROXY, SSL_CERT_FILE, SSL_CERT_DIR };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Nothing where the operator wants no packages installed, or boxes could not see them. */
function installSettings(config: Config): InstallSettings | undefined {
  const { PACKAGES, SANDBOX, PYTHON: python, PACKAGE_VOLUME: volume } = config;
  if (PACKAGES === "off" || (SANDBOX === "kubernetes" && volume === undefined)) return undefined;
  return {
    uv: {
      path: join(dirname(python), "uv"),
      python,
      source: { index: config.PACKAGE_INDEX_URL, folder: config.PACKAGE_FOLDER },
      network: networkOf(config),
      clock: systemClock,
    },
    folder: resolve(config.DATA_DIR, "packages"),
    volume,
    maxBytes: config.PACKAGE_DISK_MB * 1_000_000,
    limits: { maxWheelMb: config.MAX_PACKAGE_MB, maxLayerMb: config.MAX_LAYER_MB },
    sets: config.PACKAGE_SETS,
  };
}

/** Nothing where the operator wants no code to be run. */
function executionSettings(config: Config): ExecutionSettings | undefined {
  if (config.SANDBOX === "off" || !config.MODES.includes("execute")) return undefined;
  const { MODEL_URL: url, MODEL_NAME: name, MODEL_API_KEY: apiKey, MAX_CODE_LENGTH: maxLength } = config;
  return {
    boxes: boxSettings(config),
    images: new Map(config.SANDBOX_IMAGES),
    packages: config.SANDBOX_PACKAGES,
    poolSize: config.SANDBOX_POOL,
    model: url === undefined || name === undefined ? undefined : { url, name, apiKey, maxLength },
    defaultTimeoutS: Math.min(config.DEFAULT_TIMEOUT_S, config.MAX_TIMEOUT_S),
  };
}

/** Where code is run. */
export function boxSettings(config: Config): ExecutionSettings["boxes"] {
  const { SANDBOX_IMAGE: image, SANDBOX_RUNTIME: runtime, DOCKER_HOST: dockerHost } = config;
  if (config.SANDBOX !== "kubernetes") return { kind: "docker", image, runtime, dockerHost };
  const { SANDBOX_WARM_POOL: name, SANDBOX_WARM_POOL_SECRET: secret } = config;
  return {
    kind: "kubernetes",
    image,
    runtime,
    kubeconfig: config.KUBECONFIG,
    namespace: config.SANDBOX_NAMESPACE,
    nodeSelector: Object.fromEntries(config.SANDBOX_NODE_SELECTOR),
    tolerations: config.SANDBOX_TOLERATIONS,
    seccompProfile: config.SANDBOX_SECCOMP_PROFILE,
    warmPool: name === undefined || secret === undefined ? undefined : { name, secret },
  };
}
