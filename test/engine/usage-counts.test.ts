import { expect, test } from "vitest";
import { createUsageCounts } from "../../engine/usage-counts.ts";
import type { AppliedFix, Diagnostic, SecurityFinding, Verdict } from "../../engine/verdict.ts";
import { createMetrics } from "../../parts/observe/metrics.ts";

const found = (rule: string): Diagnostic => ({ severity: "error", rule, message: "m", line: 1, column: 1 });
const danger = (tool: string, id: string): SecurityFinding => ({
  severity: "error",
  tool,
  id,
  message: "m",
  line: 1,
  cwe: null,
  confidence: null,
});
const fixed = (repair: string): AppliedFix => ({ text: "line 1: fixed", kind: "certain", repair });

test("only our own rules and repairs are counted, not those of other tools", async () => {
  const metrics = createMetrics();
  const count = createUsageCounts(metrics);
  const meta = { fixes: [fixed("missing-colon"), fixed("missing-colon")] } as Verdict["meta"];
  const diagnostics = [found("python:mutable-default"), found("ruff:F401")];
  const security = [danger("policy", "weak-hash"), danger("ruff", "S324")];
  count({ diagnostics, security, meta }, new Set(["missing-colon", "misspelled-name"]));
  const { body } = await metrics.text();
  expect(body.match(/^assay_(?:rules|repairs)_total.*/gm)).toEqual([
    'assay_rules_total{rule="python:mutable-default"} 1',
    'assay_rules_total{rule="policy:weak-hash"} 1',
    'assay_repairs_total{repair="missing-colon",outcome="kept"} 2',
    'assay_repairs_total{repair="misspelled-name",outcome="rejected"} 1',
  ]);
});
