import { explainRule } from "../../../rule-page.ts";
import type { AgentTool } from "../tool.ts";

export const explain: AgentTool<Readonly<{ rule: string }>> = {
  name: "explain",
  description: "What a rule finds, why, and what to do about it.",
  inputSchema: {
    type: "object",
    properties: { rule: { type: "string", description: "As a finding names it: policy:sql-injection" } },
    required: ["rule"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  call: async ({ rule }) => explainRule(rule),
};
