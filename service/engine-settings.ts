import { places, type EngineSettings, type ExecutionSettings } from "../engine/open-engine.ts";
import type { Config } from "./config.ts";

/** What the configuration tells the engine. */
export function engineSettings(
  config: Config,
): Pick<EngineSettings, "python" | "packages" | "threads" | "typeCheckers" | "execution"> {
  return {
    python: config.PYTHON,
    packages: config.SANDBOX_PACKAGES_DIR,
    threads: places,
    typeCheckers: places,
    execution: executionSettings(config),
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
