import { createHash, createHmac, randomBytes } from "node:crypto";
import type { V1Pod } from "@kubernetes/client-node";
import type { BoxSource } from "./box-source.ts";
import { ifThere, type Cluster } from "./cluster.ts";
import { boxLabel, podOf, toMark, type PodSettings } from "./pod.ts";

/** What a container waits for that does not come by itself. */
const hopeless = new Set([
  "CreateContainerConfigError",
  "CreateContainerError",
  "ErrImageNeverPull",
  "ErrImagePull",
  "ImagePullBackOff",
  "InvalidImageName",
  "RunContainerError",
]);

/** Pods of our own, each with a key that only this process can tell. */
export function createPods({ core, quick, namespace }: Cluster, settings: PodSettings): BoxSource {
  const secret = randomBytes(32);
  const keyOf = (name: string): string => createHmac("sha256", secret).update(name).digest("hex");
  return {
    keyOf,
    ping: async () => {
      await quick.core.listNamespacedPod({ namespace, limit: 1 });
    },
    create: async (name, mark) => {
      const keySha256 = createHash("sha256").update(keyOf(name)).digest("hex");
      await core.createNamespacedPod({ namespace, body: podOf(settings, name, { mark, keySha256 }) });
    },
    find: async (name) => addressOf(await core.readNamespacedPod({ namespace, name })),
    remove: async (name) =>
      (await ifThere(async () => core.deleteNamespacedPod({ namespace, name }))) === undefined,
    list: async () => {
      const { items } = await core.listNamespacedPod({ namespace, labelSelector: boxLabel });
      return items.map(({ metadata }) => ({ id: metadata!.name!, ...toMark(metadata!.annotations) }));
    },
  };
}

function addressOf({ status }: V1Pod): string | undefined {
  const waiting = status?.containerStatuses?.[0]?.state?.waiting;
  if (waiting?.reason && hopeless.has(waiting.reason))
    throw new Error(`the Pod cannot start: ${waiting.reason} ${waiting.message ?? ""}`.trim());
  if (status?.phase === "Failed" || status?.phase === "Succeeded")
    throw new Error(`the Pod ended: ${status.reason ?? status.phase} ${status.message ?? ""}`.trim());
  return status?.phase === "Running" ? status.podIP : undefined;
}
