import type { Instruments } from "../platform/instruments.ts";
import type { Verdict } from "./verdict.ts";

/** Counts which of our own rules and repairs are met in real code. Every label is an id of ours. */
export type UsageCounts = (
  verdict: Pick<Verdict, "diagnostics" | "security" | "meta">,
  tried: ReadonlySet<string>,
) => void;

const ownRule = /^(?:python|policy|credentials):/;

/** `tried` are the repairs that proposed something; those that no fix is left of were rejected. */
export function createUsageCounts(metrics: Pick<Instruments, "counter">): UsageCounts {
  const countRule = metrics.counter("assay_rules_total", "Findings of our own rules, by rule.", "rule");
  const countRepair = metrics.counter(
    "assay_repairs_total",
    "Fixes kept, and jobs in which all that a repair proposed was rejected, by repair.",
    "repair",
    "outcome",
  );
  return ({ diagnostics, security, meta: { fixes = [] } }, tried) => {
    const rules = [
      ...diagnostics.map(({ rule }) => rule),
      ...security.map(({ tool, id }) => `${tool}:${id}`),
    ];
    for (const rule of rules) if (ownRule.test(rule)) countRule(rule);
    for (const { repair } of fixes) countRepair(repair, "kept");
    const kept = new Set(fixes.map(({ repair }) => repair));
    for (const repair of tried.difference(kept)) countRepair(repair, "rejected");
  };
}
