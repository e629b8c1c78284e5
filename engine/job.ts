import { z } from "zod";
import { isPackageFile } from "./declared-packages.ts";
import { readRequirement } from "./requirement.ts";
import { defaultPath, maxPathBytes, pathProblem, problemsBetween } from "./file-path.ts";
import { OutputPaths } from "./output-paths.ts";
import { defaultPython, pythonVersions } from "./python-version.ts";

export const modes = ["static", "repair", "execute"] as const;
export type Mode = (typeof modes)[number];

const languages = ["python", "javascript", "typescript", "html", "sql", "solidity", "other"] as const;

/** More of them would not be judged within the time of a call. */
const maxExampleLines = 5000;

/** More are refused whatever a deployment allows. */
const maxPackages = 100;

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

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
      .check(({ value, issues }) => {
        if (countLines(value) > maxExampleLines)
          issues.push({ code: "custom", message: `must have at most ${maxExampleLines} lines`, input: "" });
      })
      .nullable()
      .default(null)
      .describe(
        `Examples that must hold in mode execute: doctest lines, assertions, or tests as for unittest and pytest. At most ${maxExampleLines} lines.`,
      ),
    fixes: z
      .enum(["safe", "all"])
      .default("all")
      .describe(
        "Which fixes are made: `safe` leaves out those that change what a program does (`meta.fixes` gives the kind of each).",
      ),
    outputs: OutputPaths,
    optimize: z.boolean().default(false).describe("Fold constants and remove dead code."),
    path: z
      .string()
      .check(({ value, issues }) => {
        const message = pathProblem(value);
        if (message !== undefined) issues.push({ code: "custom", message, input: value });
      })
      .nullable()
      .default(null)
      .describe(`The path of \`code\` among \`files\`; without it ${defaultPath}.`),
    pytest: z
      .boolean()
      .default(false)
      .describe("Run the tests in files named test_*.py with pytest in mode execute."),
    python: z
      .enum(pythonVersions)
      .default(defaultPython)
      .describe("The version of Python that the code is for: its grammar, types and lint."),
    packages: z
      .array(
        z.string().check(({ value, issues }) => {
          const read = readRequirement(value);
          if (typeof read === "string") issues.push({ code: "custom", message: read, input: "" });
        }),
      )
      .max(maxPackages)
      .default([])
      .describe(
        "Packages that the code needs, as pip writes them: names, versions, extras. They are installed for this call, and their types are read. A PEP 723 block in `code`, `requirements.txt` or `pyproject.toml` among `files` says the same.",
      ),
    strict: z.boolean().default(false).describe("Warnings reject the code too; without it only errors do."),
    min_confidence: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .describe(
        "In mode execute, a fix with a lower confidence is one of the `suggestions` instead of `fixed_code`.",
      ),
  })
  .describe("Unknown options are ignored.");

export const maxFiles = 200;
const maxProblems = 10;

const Files = z.record(z.string(), z.string()).check(({ value, issues }) => {
  const paths = Object.keys(value);
  if (paths.length > maxFiles) {
    issues.push({ code: "custom", message: `must have at most ${maxFiles} files`, input: paths.length });
    return;
  }
  const problems = [
    ...paths.map((path) => ({ path, message: isPackageFile(path) ? undefined : pathProblem(path) })),
    ...problemsBetween(paths),
  ].filter(({ message }) => message !== undefined);
  for (const { path, message } of problems.slice(0, maxProblems))
    issues.push({
      code: "custom",
      message: message!,
      input: path,
      // What is too long to be a path is too long to be sent back.
      path: path.length <= maxPathBytes ? [path] : [],
    });
});

const Request = z.object({
  code: z
    .string()
    .min(1)
    .describe("Python source, a whole file preferred; line and column numbers refer to this text."),
  files: Files.optional().describe(
    `Other files of the same program: Python source by relative path, at most ${maxFiles}, and \`requirements.txt\` or \`pyproject.toml\` for the packages it needs. Findings then carry \`file\`.`,
  ),
  language: z.enum(languages).default("python").describe("Only python is accepted."),
  mode: z
    .enum(modes)
    .default("static")
    .describe("static never runs the code; repair also returns a corrected source; execute also runs it."),
  options: Options.prefault({}),
});

/** A request for a verdict: the specification's ValidateRequest, with every default filled in. */
export const Job = Request.check(({ value: { files, options }, issues }) => {
  const path = options.path ?? defaultPath;
  if (files === undefined || !Object.hasOwn(files, path)) return;
  const message = "must not be the path of `code`; set `options.path` or leave this file out";
  issues.push({ code: "custom", message, input: path, path: ["files", path] });
});
export type Job = z.infer<typeof Job>;
