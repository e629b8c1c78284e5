import { modes, type Mode } from "../../engine/job.ts";
import type { Parts } from "../parts.ts";

/** The modes this deployment serves: what the engine has, as far as the operator wants it offered. */
export function servedModes({ engine, config }: Pick<Parts, "engine" | "config">): readonly Mode[] {
  return modes.filter((mode) => engine.modes.includes(mode) && config.MODES.includes(mode));
}
