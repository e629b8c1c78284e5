import { z } from "zod";
import { modes } from "./job.ts";

export const Severity = z.enum(["error", "warning", "info"]);
export type Severity = z.infer<typeof Severity>;

export const Diagnostic = z.object({
  severity: Severity,
  rule: z.string().describe("<tool>:<code>, for example mypy:operator."),
  message: z.string(),
  line: z.int().nullable().default(null).describe("From 1."),
  column: z.int().nullable().default(null).describe("From 1, counted in Unicode code points."),
});
export type Diagnostic = z.infer<typeof Diagnostic>;

export const SecurityFinding = z.object({
  tool: z.string(),
  id: z.string(),
  severity: Severity,
  confidence: z.string().nullable().default(null),
  message: z.string(),
  line: z.int().nullable().default(null),
  cwe: z.string().nullable().default(null),
});
export type SecurityFinding = z.infer<typeof SecurityFinding>;

const RuntimeReport = z.object({
  ran: z.boolean().default(false),
  returncode: z.int().nullable().default(null),
  stdout: z.string().default(""),
  stderr: z.string().default(""),
  duration_ms: z.int().nullable().default(null),
  timed_out: z.boolean().default(false),
  sandbox: z.string().nullable().default(null),
});

const Meta = z.object({
  service: z.string(),
  version: z.string(),
  api: z.string().default("v1"),
  engine: z.record(z.string(), z.string()).describe("The version of each tool that took part."),
  ai: z.null().default(null).describe("What a configured model contributed; null where none is configured."),
  mode: z.enum(modes).default("static"),
  duration_ms: z.int().default(0),
  request_id: z.string().nullable().default(null),
});

/** The answer to a job: the specification's ValidateResponse. */
export const Verdict = z.object({
  valid: z.boolean(),
  score: z.number().min(0).max(1),
  diagnostics: z.array(Diagnostic),
  security: z.array(SecurityFinding),
  fixes: z.array(z.string()),
  fixed_code: z.string().nullable().default(null),
  transpiled: z.string().nullable().default(null),
  runtime: RuntimeReport,
  meta: Meta,
});
export type Verdict = z.infer<typeof Verdict>;
