import type { Mode } from "../../engine/job.ts";

/** The tools on the marketplace, and the service's mode for each. */
export const modeOf = {
  python_code_validator: "static",
  python_code_repair: "repair",
  python_code_execute: "execute",
} as const satisfies Record<string, Mode>;

export type ToolName = keyof typeof modeOf;
export const toolNames = Object.keys(modeOf) as [ToolName, ...ToolName[]];

export function isTool(name: unknown): name is ToolName {
  return typeof name === "string" && Object.hasOwn(modeOf, name);
}
