import { z } from "zod";

export const modes = ["static", "repair", "execute"] as const;
export type Mode = (typeof modes)[number];

const languages = ["python", "javascript", "typescript", "html", "sql", "solidity", "other"] as const;

export const Options = z
  .object({
    timeout_s: z
      .number()
      .positive()
      .max(60)
      .nullable()
      .default(null)
      .describe("Wall-clock budget for running code, in seconds; only mode execute runs anything."),
    max_iterations: z
      .int()
      .min(1)
      .max(10)
      .default(3)
      .describe("Rounds of the repair loop; ignored in mode static."),
    transpile_to: z
      .string()
      .nullable()
      .default(null)
      .describe("Target language of a translated copy, for example javascript."),
    expected_output: z
      .string()
      .nullable()
      .default(null)
      .describe("Exact standard output the code must produce in mode execute."),
    examples: z
      .string()
      .nullable()
      .default(null)
      .describe("Doctest lines or assertions that must hold in mode execute."),
    optimize: z.boolean().default(false).describe("Fold constants and remove dead code."),
    strict: z.boolean().default(false).describe("Warnings reject the code too; without it only errors do."),
  })
  .describe("Unknown options are ignored.");

/** A request for a verdict: the specification's ValidateRequest, with every default filled in. */
export const Job = z.object({
  code: z
    .string()
    .min(1)
    .describe("Python source, a whole file preferred; line and column numbers refer to this text."),
  language: z.enum(languages).default("python").describe("Only python is accepted."),
  mode: z
    .enum(modes)
    .default("static")
    .describe("static never runs the code; repair also returns a corrected source; execute also runs it."),
  options: Options.prefault({}),
});
export type Job = z.infer<typeof Job>;
