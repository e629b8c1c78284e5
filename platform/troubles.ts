import { toFailure, type Failure } from "./failure.ts";
import type { Log } from "./log.ts";
import type { Instruments } from "./instruments.ts";

/** What our own tools failed at. Every failure is counted, and each kind of it is logged once. */
export type Troubles = Readonly<{
  /** `tool` is a name of ours. */
  note(tool: string, error: unknown): void;
  noteFailure(tool: string, failure: Failure): void;
}>;

/** Kinds of failure that are remembered; a process that has met more of them has been read about enough. */
const maxKinds = 200;

export function createTroubles({
  log,
  metrics,
}: {
  log: Pick<Log, "error">;
  metrics: Pick<Instruments, "counter">;
}): Troubles {
  const count = metrics.counter(
    "assay_tool_failures_total",
    "Tools of the engine that failed on a text or ran out of time, by tool.",
    "tool",
  );
  const logged = new Set<string>();
  const noteFailure = (tool: string, failure: Failure): void => {
    count(tool);
    const kind = JSON.stringify([tool, failure.what, failure.reason, failure.frames[0]]);
    if (logged.has(kind) || logged.size >= maxKinds) return;
    logged.add(kind);
    log.error("a tool failed on a text", { tool, ...failure });
  };
  return { note: (tool, error) => noteFailure(tool, toFailure(tool, error)), noteFailure };
}
