import { readFileSync } from "node:fs";
import { AgentEnvironment } from "../../agent/config.ts";
import { defaultPython } from "../../engine/python-version.ts";
import { runnablePythons } from "../../engine/sandbox-images.ts";
import { Environment } from "../../service/config.ts";

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: "string" };
const name: Schema = { type: "string", pattern: "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$" };
const nameOrNone: Schema = { anyOf: [name, { const: "" }] };
const key: Schema = { type: "string", pattern: "^[-._a-zA-Z0-9]+$" };
const url: Schema = { type: "string", pattern: "^(https?://.+)?$" };
const flag: Schema = { type: "boolean" };
/** Left to the cluster, which knows what may be in it. */
const free: Schema = { type: "object" };
const texts: Schema = { type: "object", additionalProperties: text };
const listOf = (items: Schema): Schema => ({ type: "array", items });
const oneOf = (...values: readonly string[]): Schema => ({ enum: values });
const count = (minimum: number, maximum?: number): Schema => ({
  type: "integer",
  minimum,
  ...(maximum !== undefined && { maximum }),
});
const exactly = (properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema => ({
  type: "object",
  additionalProperties: false,
  properties,
  ...more,
});

const image = {
  repository: { type: "string", minLength: 1 },
  tag: text,
  digest: { type: "string", pattern: "^(sha256:[0-9a-f]{64})?$" },
};
const pulledImage = exactly({ ...image, pullPolicy: oneOf("Always", "IfNotPresent", "Never") });
const pods = {
  nodeSelector: texts,
  tolerations: listOf(free),
  resources: free,
  podLabels: texts,
  podAnnotations: texts,
};
const secretKey = exactly({ existingSecret: name, key });

/** Values that hold secrets would be in the release's history and in the Pods' descriptions. */
const isSecret = (variable: string): boolean =>
  /_(?:KEY|SECRET|TOKEN)(?:_OLD)?$|_HEADERS$|^(?:DATABASE|REDIS)_URL$/.test(variable);
/** What the images set, and what has no use in a cluster. */
const fixed = ["HOST", "DATA_DIR", "PYTHON", "SANDBOX_PACKAGES_DIR", "DOCKER_HOST", "KUBECONFIG"];

/** The variables that templates of the chart set. */
export function variablesIn(template: string): string[] {
  const source = readFileSync(`deploy/helm/assay/templates/${template}`, "utf8");
  return Array.from(source.matchAll(/^ *- name: ([A-Z][A-Z0-9_]*)$/gm), ([, variable]) => variable!);
}

/** The variables that a part may be given as values: those that it knows and that nothing else sets. */
function freeVariables(known: readonly string[], template: string): Schema {
  const taken = [...variablesIn(template), ...variablesIn("_helpers.tpl"), ...fixed];
  const names = known.filter((variable) => !taken.includes(variable) && !isSecret(variable));
  return { type: "object", propertyNames: { enum: names }, additionalProperties: text };
}

/** What may be in the values of the chart, so that a misspelt name stops the installation. */
export function valuesSchema(): Schema {
  const having = (properties: Schema): Schema => ({ type: "object", properties });
  const isSet: Schema = { type: "string", minLength: 1 };
  const agentNeeds = {
    if: having({ agent: having({ enabled: { const: true } }) }),
    // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
    then: having({ serviceKey: having({ existingSecret: isSet }), ipfs: having({ apiUrl: isSet }) }),
  };
  const values = {
    global: free,
    imagePullSecrets: listOf(name),
    database: secretKey,
    serviceKey: exactly({ existingSecret: nameOrNone, key }),
    ipfs: exactly({ apiUrl: url }),
    service: exactly({
      image: pulledImage,
      replicas: count(0),
      baseUrl: url,
      trustProxy: count(0, 16),
      env: freeVariables(Object.keys(Environment.shape), "service-deployment.yaml"),
      existingSecret: nameOrNone,
      type: oneOf("ClusterIP", "NodePort", "LoadBalancer"),
      ...pods,
    }),
    autoscaling: exactly({
      enabled: flag,
      minReplicas: count(1),
      maxReplicas: count(1),
      metric: oneOf("queue", "cpu"),
      targetWaiting: count(1),
      targetCpuPercent: count(1, 100),
    }),
    podDisruptionBudget: exactly({ minAvailable: count(0) }),
    agent: exactly({
      enabled: flag,
      image: pulledImage,
      replicas: count(0),
      env: freeVariables(Object.keys(AgentEnvironment.shape), "agent-deployment.yaml"),
      existingSecret: nameOrNone,
      privateKey: secretKey,
      ...pods,
    }),
    sandbox: exactly({
      mode: oneOf("off", "kubernetes"),
      image: exactly(image),
      images: {
        type: "object",
        propertyNames: { enum: runnablePythons.filter((version) => version !== defaultPython) },
        additionalProperties: { type: "string", minLength: 1 },
      },
      packages: listOf({ type: "string", pattern: "^[^,=]+==[^,=]+$" }),
      pool: count(1, 32),
      namespace: name,
      createNamespace: flag,
      maxBoxes: count(1),
      runtimeClass: exactly({ create: flag, name, handler: name }),
      nodeSelector: texts,
      tolerations: listOf(
        exactly({ key: text, value: text, effect: oneOf("NoSchedule", "PreferNoSchedule", "NoExecute") }),
      ),
      seccomp: exactly({ install: flag, folder: { type: "string", pattern: "^/" } }),
      warmPool: exactly({ name: nameOrNone, existingSecret: name, key }),
    }),
    networkPolicy: exactly({
      enabled: flag,
      serviceFrom: listOf(free),
      agentFrom: listOf(free),
      refusedCidrs: listOf(text),
    }),
    serviceMonitor: exactly({
      enabled: flag,
      labels: texts,
      interval: text,
      tokenSecret: nameOrNone,
      tokenKey: key,
    }),
  };
  return { $schema: "http://json-schema.org/draft-07/schema#", ...exactly(values, agentNeeds) };
}
