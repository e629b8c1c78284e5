import type { V1ObjectMeta } from "@kubernetes/client-node";
import { toIso } from "../../../../platform/clock.ts";
import { boxLifetimeMs } from "../driver.ts";
import type { BoxSource } from "./box-source.ts";
import { ifThere, type Cluster } from "./cluster.ts";
import { boxLabel, toMark, toMetadata } from "./pod.ts";

export type WarmPoolSettings = Readonly<{ name: string; secret: string }>;

const group = "extensions.agents.x-k8s.io";
const version = "v1beta1";
const plural = "sandboxclaims";

type Claim = Readonly<{
  metadata: V1ObjectMeta;
  status?: Readonly<{
    conditions?: readonly Readonly<{ type: string; status: string; reason?: string; message?: string }>[];
    sandbox?: Readonly<{ podIPs?: readonly string[] }>;
  }>;
}>;

/**
 * Claims on a warm pool of kubernetes-sigs/agent-sandbox. Its Pods were made from a template before anybody claimed them,
 * so they share a key: what the template is told is the digest of it.
 */
export function createClaims({ custom, quick, namespace }: Cluster, pool: WarmPoolSettings): BoxSource {
  const claims = { group, version, namespace, plural };
  return {
    keyOf: () => pool.secret,
    ping: async () => {
      await quick.custom.listNamespacedCustomObject({ ...claims, limit: 1 });
    },
    create: async (name, mark) => {
      const shutdownTime = toIso(mark.createdAtMs + boxLifetimeMs);
      const body = {
        apiVersion: `${group}/${version}`,
        kind: "SandboxClaim",
        metadata: toMetadata(name, mark),
        spec: {
          warmPoolRef: { name: pool.name },
          lifecycle: { shutdownTime, shutdownPolicy: "Delete" },
        },
      };
      await custom.createNamespacedCustomObject({ ...claims, body });
    },
    find: async (name) => addressOf((await custom.getNamespacedCustomObject({ ...claims, name })) as Claim),
    remove: async (name) =>
      (await ifThere(async () => custom.deleteNamespacedCustomObject({ ...claims, name }))) === undefined,
    list: async () => {
      const found = (await custom.listNamespacedCustomObject({ ...claims, labelSelector: boxLabel })) as {
        items: readonly Claim[];
      };
      return found.items.map(({ metadata }) => ({ id: metadata.name!, ...toMark(metadata.annotations) }));
    },
  };
}

function addressOf({ status }: Claim): string | undefined {
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  if (ready?.status === "False" && ready.reason === "ClaimExpired")
    throw new Error(`the claim ended: ${ready.message ?? ready.reason}`);
  return ready?.status === "True" ? status?.sandbox?.podIPs?.[0] : undefined;
}
