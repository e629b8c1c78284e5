import { readdirSync, readFileSync } from "node:fs";
import { fromBundles } from "./bundle/node-arguments.ts";

/** The children of a process, from all of its threads. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
}

/** Of our own environment only what is needed to find programs and load them quickly. */
export function passedOn(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, TEST_BUNDLES } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(TEST_BUNDLES && { TEST_BUNDLES }) };
}

/** As operators start ours, and with room for the young objects of a start: otherwise they would be collected again and again. */
export const nodeArguments = ["--liftoff-only", "--min-semi-space-size=16", ...fromBundles] as const;
