import { describe, expect, test } from "vitest";
import { boxPort } from "../../engine/workers/sandbox/kubernetes/pod.ts";
import { readConfig } from "../../service/config.ts";
import { lint, render, template, valueFiles, type Manifest, type ValueFile } from "./chart.ts";

type Container = Readonly<{
  name: string;
  image: string;
  env?: readonly Readonly<{ name: string; value?: string; valueFrom?: object }>[];
  securityContext: object;
}>;
type PodTemplate = Readonly<{
  metadata: Readonly<{ labels: Readonly<Record<string, string>> }>;
  spec: Readonly<Record<string, unknown>> & Readonly<{ containers: readonly Container[] }>;
}>;

const kindsOf = (manifests: readonly Manifest[]): string[] =>
  manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted();
const find = (manifests: readonly Manifest[], kind: string, name: string): Manifest =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name)!;
const podOf = ({ spec }: Manifest): PodTemplate => spec["template"] as PodTemplate;
const workloads = (manifests: readonly Manifest[]): readonly Manifest[] =>
  manifests.filter(({ kind }) => kind === "Deployment" || kind === "DaemonSet");

describe.for(Object.keys(valueFiles) as ValueFile[])("with the values %s", (values) => {
  test("the chart passes Helm's lint", () => {
    expect(lint(values)).toMatchObject({ status: 0, output: expect.stringContaining("0 chart(s) failed") });
  });

  test("every object is defined once", () => {
    const names = kindsOf(render(values));
    expect(new Set(names).size).toBe(names.length);
  });

  test("service and agent run without privileges on a read-only image", () => {
    const deployments = render(values).filter(({ kind }) => kind === "Deployment");
    expect(deployments.length).toBeGreaterThan(0);
    for (const { spec } of deployments.map(podOf)) {
      expect(spec).toMatchObject({
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      });
      for (const { securityContext } of spec.containers)
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
    }
  });

  test("no variable is set twice, and each is a string or comes from a Secret", () => {
    for (const { spec } of workloads(render(values)).map(podOf)) {
      for (const { env = [] } of spec.containers) {
        const names = env.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        for (const { value, valueFrom } of env)
          expect(typeof (value ?? valueFrom)).toBe(valueFrom === undefined ? "string" : "object");
      }
    }
  });

  test("selectors match the intended Pods", () => {
    for (const each of workloads(render(values))) {
      const { matchLabels } = each.spec["selector"] as { matchLabels: object };
      expect(podOf(each).metadata.labels).toMatchObject(matchLabels);
    }
  });
});

test("by default the chart has two replicas of the service, and nothing that runs code", () => {
  expect(kindsOf(render("default"))).toEqual([
    "Deployment try-assay-service",
    "NetworkPolicy try-assay-service",
    "PodDisruptionBudget try-assay-service",
    "Service try-assay-service",
    "ServiceAccount try-assay-service",
  ]);
  const { containers, automountServiceAccountToken } = podOf(
    find(render("default"), "Deployment", "try-assay-service"),
  ).spec;
  expect(automountServiceAccountToken).toBe(false);
  expect(containers[0]!.env).toContainEqual({ name: "SANDBOX", value: "off" });
});

test("the service alone is one Deployment and one Service", () => {
  expect(kindsOf(render("minimal"))).toEqual([
    "Deployment try-assay-service",
    "Service try-assay-service",
    "ServiceAccount try-assay-service",
  ]);
});

describe("with every part enabled", () => {
  const all = render("everything");

  test("the service has the needed rights in the sandbox namespace, and none in its own", () => {
    const roles = all.filter(({ kind }) => kind === "Role" || kind === "ClusterRole");
    const verbs = ["create", "get", "list", "delete"];
    expect(roles.map(({ kind, metadata, rules }) => [kind, metadata.namespace, rules])).toEqual([
      [
        "Role",
        "assay-boxes",
        [{ apiGroups: ["extensions.agents.x-k8s.io"], resources: ["sandboxclaims"], verbs }],
      ],
    ]);
    const plain = render("everything", "--set", "sandbox.warmPool.name=");
    expect(find(plain, "Role", "try-assay-boxes").rules).toEqual([
      { apiGroups: [""], resources: ["pods"], verbs },
    ]);
  });

  test("sandboxes reach nothing, and only the service reaches them", () => {
    const policy = find(all, "NetworkPolicy", "try-assay-boxes");
    expect(policy.metadata.namespace).toBe("assay-boxes");
    const service = podOf(find(all, "Deployment", "try-assay-service")).metadata.labels;
    const { podSelector, policyTypes, ingress, ...others } = policy.spec;
    expect({ podSelector, policyTypes, others }).toEqual({
      podSelector: {},
      policyTypes: ["Ingress", "Egress"],
      others: {},
    });
    expect(ingress).toMatchObject([
      {
        ports: [{ port: boxPort, protocol: "TCP" }],
        from: [
          {
            namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "checks" } },
            podSelector: {
              matchLabels: { "app.kubernetes.io/component": service["app.kubernetes.io/component"] },
            },
          },
        ],
      },
    ]);
  });

  test("the autoscaler controls the number of replicas", () => {
    expect(find(all, "Deployment", "try-assay-service").spec).not.toHaveProperty("replicas");
    expect(find(all, "HorizontalPodAutoscaler", "try-assay-service").spec["metrics"]).toMatchObject([
      { type: "Pods", pods: { metric: { name: "assay_checking_waiting" } } },
      { type: "Pods", pods: { metric: { name: "assay_running_waiting" } } },
    ]);
  });

  test("the agent's key is mounted as a file and is in no environment", () => {
    const { containers } = podOf(find(all, "Deployment", "try-assay-agent")).spec;
    const names = containers[0]!.env!.map(({ name }) => name);
    expect(names).toContain("AGENT_PRIVATE_KEY_FILE");
    expect(names).not.toContain("AGENT_PRIVATE_KEY");
  });

  test("an image is named by its digest if one is set, otherwise by the chart's version", () => {
    const imageOf = (name: string) => podOf(find(all, "Deployment", name)).spec.containers[0]!.image;
    expect(imageOf("try-assay-service")).toMatch(/^registry\.example\/assay-service@sha256:1{64}$/);
    expect(imageOf("try-assay-agent")).toMatch(/^assay-agent:\d+\.\d+\.\d+$/);
  });

  test("the service reads the sandbox images that the nodes have", () => {
    const daemons = podOf(find(all, "DaemonSet", "try-assay-seccomp")).spec;
    const { env = [] } = podOf(find(all, "Deployment", "try-assay-service")).spec.containers[0]!;
    const told = env.map(({ name, value }) => [name, value ?? "of-a-secret".repeat(4)]);
    const { DATABASE_URL: _, ...variables } = Object.fromEntries(told) as Record<string, string>;
    const config = readConfig(variables);
    expect(config).toMatchObject({
      SANDBOX: "kubernetes",
      SANDBOX_NAMESPACE: find(all, "Role", "try-assay-boxes").metadata.namespace,
      SANDBOX_RUNTIME: find(all, "RuntimeClass", "runsc-assay").metadata.name,
      SANDBOX_TOLERATIONS: daemons["tolerations"],
      SANDBOX_WARM_POOL: "assay",
    });
    const labels = daemons["nodeSelector"] as Record<string, string>;
    expect(variables["SANDBOX_NODE_SELECTOR"]).toBe(Object.entries(labels).flat().join("="));
    const [{ command }] = daemons.containers as unknown as [{ command: string[] }];
    expect(command.join("\n")).toContain(` /seccomp/${config.SANDBOX_SECCOMP_PROFILE}\n`);
  });
});

test("the autoscaler uses the processor load without a metrics adapter", () => {
  const all = render("everything", "--set", "autoscaling.metric=cpu");
  expect(find(all, "HorizontalPodAutoscaler", "try-assay-service").spec["metrics"]).toMatchObject([
    { type: "Resource", resource: { name: "cpu", target: { averageUtilization: 70 } } },
  ]);
});

describe("Helm refuses", () => {
  test.for([
    ["a variable that nothing reads", ["--set", "service.env.LOGLEVEL=warn"], "LOGLEVEL"],
    ["a secret among the values", ["--set", "service.env.ADMIN_TOKEN=x"], "ADMIN_TOKEN"],
    ["an agent without its secret", ["--set", "agent.enabled=true"], "existingSecret"],
    [
      "sandboxes in the namespace of the service",
      ["--set", "sandbox.mode=kubernetes,sandbox.namespace=checks"],
      "sandbox.namespace must not be",
    ],
    ["a cluster that is too old", ["--kube-version", "1.29.0"], "1.30"],
  ] as const)("%s", ([, args, problem]) => {
    const { status, errors } = template("default", ...args);
    expect(status).not.toBe(0);
    expect(errors).toContain(problem);
  });
});
