import type { EngineStatus } from "../../engine/engine.ts";

/** Of an engine that a test stands in for: it has no tools of its own. */
export function idleStatus(): EngineStatus {
  return { types: "ok", typeCheckers: 0, sandbox: "off", boxes: null };
}
