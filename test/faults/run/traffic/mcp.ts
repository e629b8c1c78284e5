import { entrances } from "../../../support/entrances.ts";
import type { FaultScene } from "../scene.ts";
import { openKeyed } from "./keyed.ts";
import type { Traffic } from "./traffic.ts";

/** Both revisions in turn. */
export async function openMcp(scene: FaultScene): Promise<Traffic> {
  const mcp = entrances.filter(({ name }) => name.startsWith("MCP"));
  return openKeyed(scene, { name: "MCP", share: 3, entrances: mcp });
}
