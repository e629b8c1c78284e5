import { entrances } from "../../../support/entrances.ts";
import type { FaultScene } from "../scene.ts";
import { openKeyed } from "./keyed.ts";
import type { Traffic } from "./traffic.ts";

/** Both generations in turn. */
export async function openA2a(scene: FaultScene): Promise<Traffic> {
  const a2a = entrances.filter(({ name }) => name.startsWith("A2A"));
  return openKeyed(scene, { name: "A2A", share: 3, entrances: a2a });
}
