import { modes, type Mode } from "../../engine/job.ts";
import type { PythonChoice } from "../../engine/engine.ts";
import type { Parts } from "../parts.ts";

/** The modes this deployment serves: what the engine has, as far as the operator wants it offered. */
export function servedModes({ engine, config }: Pick<Parts, "engine" | "config">): readonly Mode[] {
  return modes.filter((mode) => engine.modes.includes(mode) && config.MODES.includes(mode));
}

/** The versions of Python that this deployment checks for, and that it runs where it runs code at all. */
export function servedPython(parts: Pick<Parts, "engine" | "config">): PythonChoice {
  const { checks, runs } = parts.engine.python;
  return { checks, runs: servedModes(parts).includes("execute") ? runs : [] };
}
