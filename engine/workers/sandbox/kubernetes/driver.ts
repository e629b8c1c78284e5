import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { BoxDriver, BoxConnection } from "../driver.ts";
import type { BoxSource } from "./box-source.ts";
import { createClaims, type WarmPoolSettings } from "./claims.ts";
import { connectCluster, type ClusterSettings } from "./cluster.ts";
import { dial } from "./dial.ts";
import { boxPort, type PodSettings } from "./pod.ts";
import { createPods } from "./pods.ts";

export type KubernetesSettings = ClusterSettings &
  PodSettings &
  Readonly<{
    /** Unset: Pods of our own. */
    warmPool: WarmPoolSettings | undefined;
    /** Where harnesses listen; unset: on the port that our Pods are told. */
    port?: number;
  }>;

/** A node may have to be started first. */
const startMs = 60_000;
const removeMs = 10_000;
const lookMs = 100;

/** Boxes are Pods, each spoken to over the one connection that its harness takes. */
export async function openKubernetesDriver(settings: KubernetesSettings): Promise<BoxDriver> {
  const cluster = await connectCluster(settings);
  const { warmPool, port = boxPort } = settings;
  const source: BoxSource = warmPool ? createClaims(cluster, warmPool) : createPods(cluster, settings);

  async function reach(id: string): Promise<BoxConnection> {
    const signal = AbortSignal.timeout(startMs);
    for (;;) {
      signal.throwIfAborted();
      const host = await source.find(id);
      const stream = host && (await dial(host, port, signal));
      if (!stream) {
        await wait(lookMs);
        continue;
      }
      return {
        stream,
        read: (bytes) => [{ stream: "output", bytes }],
        start: async () => void stream.write(`${source.keyOf(id)}\n`),
      };
    }
  }

  return {
    kind: "kubernetes",
    ping: source.ping,
    create: async (mark) => {
      const name = `box-${randomUUID()}`;
      await source.create(name, mark);
      return name;
    },
    connect: reach,
    remove: async (id) => {
      const over = AbortSignal.timeout(removeMs);
      while (!(await source.remove(id))) {
        over.throwIfAborted();
        await wait(lookMs);
      }
    },
    list: source.list,
    forget: () => undefined,
  };
}
