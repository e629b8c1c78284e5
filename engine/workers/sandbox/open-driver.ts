import type { BoxDriver } from "./driver.ts";
import { openDockerDriver, type DockerSettings } from "./docker/driver.ts";
import { openKubernetesDriver, type KubernetesSettings } from "./kubernetes/driver.ts";

/** Where boxes come from. */
export type BoxSettings =
  | (Readonly<{ kind: "docker" }> & DockerSettings)
  | (Readonly<{ kind: "kubernetes" }> & KubernetesSettings);

export async function openDriver(settings: BoxSettings): Promise<BoxDriver> {
  return settings.kind === "docker" ? openDockerDriver(settings) : openKubernetesDriver(settings);
}
