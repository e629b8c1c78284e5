import { entrances } from "../../../support/entrances.ts";
import type { FaultScene } from "../scene.ts";
import { openKeyed, type KeyedTraffic } from "./keyed.ts";

export async function openHttp(scene: FaultScene): Promise<KeyedTraffic> {
  const http = entrances.filter(({ name }) => name === "HTTP");
  return openKeyed(scene, { name: "HTTP", share: 10, entrances: http });
}
