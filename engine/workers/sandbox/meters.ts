import type { Instruments } from "../../../platform/instruments.ts";

type Phase = "take" | "warm" | "run" | "remove" | "ping";
type Event =
  | "died"
  | "killed_silent"
  | "killed_protocol"
  | "killed_timeout"
  | "reaped"
  | "busy"
  | "engine_unavailable";

/** What the sandbox counts and times. */
export type Meters = Readonly<{ took(phase: Phase, ms: number): void; count(event: Event): void }>;

export function createMeters(metrics: Instruments): Meters {
  const observe = metrics.timer("assay_sandbox_seconds", "How long the work around boxes took.", "phase");
  const count = metrics.counter("assay_sandbox_events_total", "What happened to boxes and callers.", "event");
  return { took: (phase, ms) => observe(phase, ms / 1000), count };
}
