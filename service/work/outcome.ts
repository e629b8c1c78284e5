import type { Verdict } from "../../engine/verdict.ts";
import { note } from "../../platform/tracing/stages.ts";
import type { Fault } from "../../parts/faults.ts";
import type { Metrics } from "../../parts/observe/metrics.ts";

type Served = Omit<Parameters<Metrics["countVerdict"]>[0], "isValid" | "incomplete"> &
  Readonly<{ verdict: Verdict }>;

/** How a call ended, for the metrics and for the request's line in the log. */
export function countVerdict(
  { metrics }: Readonly<{ metrics: Metrics }>,
  { verdict, ...served }: Served,
): void {
  const { incomplete } = verdict.meta;
  metrics.countVerdict({ ...served, isValid: verdict.valid, incomplete });
  const { tier, mode, isRepeat } = served;
  const outcome = incomplete.length > 0 ? "incomplete" : verdict.valid ? "valid" : "invalid";
  note({ tier, mode, isRepeat, outcome });
}

export function countRefusal(
  { metrics }: Readonly<{ metrics: Metrics }>,
  { code }: Pick<Fault, "code">,
): void {
  metrics.countRefusal(code);
  note({ outcome: code });
}
