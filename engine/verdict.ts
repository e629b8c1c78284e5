import { z } from "zod";
import { modes } from "./job.ts";

export const Severity = z.enum(["error", "warning", "info"]);
export type Severity = z.infer<typeof Severity>;

const file = z
  .string()
  .nullable()
  .optional()
  .describe(
    "The path of the file it is about; null where the request has neither `files` nor `options.path`.",
  );

export const Diagnostic = z.object({
  severity: Severity,
  rule: z.string().describe("<tool>:<code>, for example mypy:operator."),
  message: z.string(),
  line: z.int().nullable().default(null).describe("From 1."),
  column: z.int().nullable().default(null).describe("From 1, counted in Unicode code points."),
  file,
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
  file,
});
export type SecurityFinding = z.infer<typeof SecurityFinding>;

const TestCounts = z.object({ passed: z.int(), failed: z.int(), skipped: z.int() });
export type TestCounts = z.infer<typeof TestCounts>;

const ExampleCounts = z.object({
  given: z.int().min(0).describe("Examples found, in `options.examples` and in the code."),
  judged: z.int().min(0).describe("Those that were run to an outcome: `held` and `failed` together."),
  held: z.int().min(0),
  failed: z.int().min(0),
  weak: z.int().min(0).describe("Of those that hold: they rest on what the submitted code itself decided."),
});
export type ExampleCounts = z.infer<typeof ExampleCounts>;

const SearchReport = z.object({
  tried: z.int().min(0).describe("How many candidate edits were run."),
  finished: z
    .boolean()
    .describe(
      "Whether the search, and the weighing of what it found, ended by itself. False: its budget was used up first; a longer `options.timeout_s` gives it more.",
    ),
});
export type SearchReport = z.infer<typeof SearchReport>;

const OutputFile = z.object({
  path: z.string().describe("As `options.outputs` names it."),
  media_type: z.string().describe("What the content looks like; only text/csv goes by the name too."),
  base64: z.string().describe("The content."),
});
export type OutputFile = z.infer<typeof OutputFile>;

export const RuntimeReport = z.object({
  ran: z.boolean().default(false),
  returncode: z.int().nullable().default(null).describe("Negative: the signal that ended it."),
  stdout: z.string().default(""),
  stderr: z.string().default(""),
  duration_ms: z.int().nullable().default(null),
  timed_out: z.boolean().default(false),
  sandbox: z.string().nullable().default(null),
  output_limit: z.boolean().optional().describe("It printed too much output and was stopped."),
  stdout_truncated: z.boolean().optional(),
  stderr_truncated: z.boolean().optional(),
  max_rss_kb: z.int().optional(),
  cpu_ms: z.int().optional(),
  examples: ExampleCounts.nullable()
    .optional()
    .describe("What was judged in mode `execute`; null where there is no example."),
  search: SearchReport.nullable()
    .optional()
    .describe("The search for a fix in mode `execute`; null where none was needed."),
  tests: TestCounts.optional().describe("The outcome of `options.pytest`, where the tests were run."),
  outputs: z
    .array(OutputFile)
    .optional()
    .describe(
      "The files of `options.outputs` that the program left in its folder, in that order; absent where none was asked for or the program was not run to an end. Each one that is missing is told by `python:no-output`.",
    ),
  sandbox_died: z.boolean().optional().describe("The program took its whole container down."),
});
export type RuntimeReport = z.infer<typeof RuntimeReport>;

const AIReport = z.object({
  consulted: z.boolean().default(false),
  backend: z.string().default(""),
  calls: z.int().default(0),
  duration_ms: z.int().default(0),
  outcome: z.string().default("not-consulted"),
  detail: z.string().nullable().default(null),
});
export type AIReport = z.infer<typeof AIReport>;

/** Who signed an answer, and what for. The engine gives none: the service signs. */
export const VerdictReceipt = z.object({
  signer: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    .describe("The address of the key that signed."),
  signature: z
    .string()
    .regex(/^0x[0-9a-fA-F]{130}$/)
    .describe("EIP-712, over the other members."),
  request_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("Of the request as RFC 8785 writes it, without what has its default."),
  verdict_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("Of the answer as RFC 8785 writes it, with `meta.receipt` and `meta.request_id` null."),
  mode: z.string().max(100),
  payment: z
    .string()
    .max(500)
    .describe(
      "`free`, `credits`, `operator`, `sample`, or `x402/` and the payment's network, asset, payer and nonce.",
    ),
  entrance: z.string().max(100).describe("Where the request came in: `http`, `mcp`, `a2a` or `x402`."),
  issued_at: z.int().min(0).describe("Unix time in seconds."),
});
export type VerdictReceipt = z.infer<typeof VerdictReceipt>;

const FixKind = z.enum(["preserving", "certain", "changing"]);
/** The program does the same; it was certain to fail there; it does something else. */
export type FixKind = z.infer<typeof FixKind>;

const AppliedFix = z.object({
  text: z.string().describe("The same words as in `fixes`."),
  kind: FixKind.describe(
    "`preserving`: the program does the same; `certain`: without it the code was certain to fail there; `changing`: the program does something else.",
  ),
  repair: z
    .string()
    .describe(
      "The repair's id, as `/v1/rules` lists it; `search` for an edit that the examples proved, `model` for a model's rewrite, `optimize` for the optimizer.",
    ),
  confidence: z.number().min(0).max(1).optional().describe("How likely it is what was meant, from 0 to 1."),
  guess: z
    .literal(true)
    .optional()
    .describe(
      "Python refuses the text, and it could be meant in more than one way: look at the fix before you take it.",
    ),
});
export type AppliedFix = z.infer<typeof AppliedFix>;

/** What was installed for a call. */
export const PackagesReport = z.object({
  installed: z
    .array(z.object({ name: z.string(), version: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
    .describe("Everything that was installed, with the hash of each wheel."),
  warm: z.boolean().describe("Nothing had to be found or installed."),
  wait_ms: z.int().min(0).describe("How long the call waited for its packages."),
});
export type PackagesReport = z.infer<typeof PackagesReport>;

const Meta = z.object({
  service: z.string(),
  version: z.string(),
  api: z.string().default("v1"),
  engine: z.record(z.string(), z.string()).describe("The version of each tool that took part."),
  ai: AIReport.nullable().default(null).describe("What a model contributed; null where none is configured."),
  mode: z.enum(modes).default("static"),
  incomplete: z
    .array(z.string())
    .default([])
    .describe(
      "The tools that did not finish; what the others found is there. A verdict with a name here is not valid.",
    ),
  duration_ms: z.int().default(0),
  request_id: z.string().nullable().default(null),
  receipt: VerdictReceipt.nullable()
    .default(null)
    .describe("The answer, signed by the service; `POST /v1/verify` checks it."),
  fixes: z
    .array(AppliedFix)
    .optional()
    .describe("Each entry of `fixes` with its kind, in the same order; absent where there are none."),
  packages: PackagesReport.nullable()
    .optional()
    .describe("The packages that were installed for this call; absent where it asked for none."),
});

const Suggestion = z.object({
  code: z.string().describe("The whole source. Every example passes with it."),
  files: z
    .record(z.string(), z.string())
    .optional()
    .describe("The sources of `files` that differ from what was sent."),
  confidence: z.number().min(0).max(1),
  why: z.string().describe("What it changes, and an input on which it differs from the likeliest edit."),
});
export type Suggestion = z.infer<typeof Suggestion>;

/** The answer to a job: the specification's ValidateResponse. */
export const Verdict = z.object({
  valid: z.boolean(),
  score: z.number().min(0).max(1),
  diagnostics: z.array(Diagnostic),
  security: z.array(SecurityFinding),
  fixes: z.array(z.string()),
  fixed_code: z.string().nullable().default(null),
  fixed_files: z
    .record(z.string(), z.string())
    .nullable()
    .optional()
    .describe("The corrected sources of `files`, of those that were changed; null where none was."),
  fixed_valid: z
    .boolean()
    .nullable()
    .default(null)
    .describe("Whether the checkers find no error in fixed_code and fixed_files; null where there are none."),
  suggestions: z
    .array(Suggestion)
    .max(3)
    .optional()
    .describe(
      "Mode `execute`: other sources that every example passes with, and a fix below `options.min_confidence`.",
    ),
  transpiled: z.string().nullable().default(null),
  runtime: RuntimeReport,
  meta: Meta,
});
export type Verdict = z.infer<typeof Verdict>;

/** A verdict as a service of another version may write it: its severities, modes and kinds may be others than ours. */
export type ReadVerdict = Loosened<Verdict>;

type Loosened<Value> = Value extends string
  ? string
  : Value extends object
    ? { [Key in keyof Value]: Loosened<Value[Key]> }
    : Value;
