import { Job, maxFiles, Options } from "../../engine/job.ts";
import { declaredBy, packageFiles } from "../../engine/declared-packages.ts";
import { Fault, type FieldProblem } from "../../parts/faults.ts";
import type { Parts } from "../parts.ts";
import { toFieldProblem, valueAt } from "./field-problem.ts";
import type { z } from "zod";

/** A body as a job, or the refusal that says what is wrong with it and where. */
export function readJob({ config }: Pick<Parts, "config">, body: unknown): Job {
  requireFewFiles(body);
  const read = Job.safeParse(body);
  if (!read.success)
    throw new Fault("bad_request", { fields: read.error.issues.map((issue) => toProblem(issue, body)) });
  const job = read.data;
  requireWellFormed(job);
  if (job.language !== "python") throw new Fault("unsupported_language");
  requireLengthOfAll(job, config.MAX_CODE_LENGTH);
  requirePackages(job, config);
  for (const [name, text] of textsOf(job.options)) requireLength(`options.${name}`, text, maxOptionLength);
  const { timeout_s } = job.options;
  if (timeout_s !== null && timeout_s > config.MAX_TIMEOUT_S) {
    const msg = `\`options.timeout_s\` must be at most ${config.MAX_TIMEOUT_S} here.`;
    throw problem({ loc: ["options", "timeout_s"], msg, type: "too_big", input: timeout_s });
  }
  return job;
}

const maxProblems = 10;

/** Asked first: what is wrong with each of many thousands takes seconds to say. */
function requireFewFiles(body: unknown): void {
  const files = valueAt(body, ["files"]);
  if (typeof files !== "object" || files === null || Object.keys(files).length <= maxFiles) return;
  throw problem({ loc: ["files"], msg: `\`files\` must have at most ${maxFiles} files.`, type: "custom" });
}

/** What a job declares can be read, and is no more than this deployment installs. */
function requirePackages(job: Job, { PACKAGES, MAX_PACKAGES: max }: Parts["config"]): void {
  const isAsked =
    job.options.packages.length > 0 || packageFiles.some((name) => job.files?.[name] !== undefined);
  if (PACKAGES === "off") {
    if (!isAsked) return;
    throw problem({
      loc: ["options", "packages"],
      msg: "Packages are not installed here.",
      type: "packages",
    });
  }
  const { requirements, problems } = declaredBy(job);
  if (problems.length > 0)
    throw new Fault("bad_request", {
      fields: problems.slice(0, maxProblems).map(({ loc, message }) => ({
        loc,
        msg: `\`${loc.join(".")}\` ${message}.`,
        type: "packages",
      })),
    });
  if (requirements.length <= max) return;
  const msg = `${requirements.length} packages are asked for; at most ${max} are installed for one call here.`;
  throw problem({ loc: ["options", "packages"], msg, type: "too_big" });
}

/** A program may be expected to print much more than it is long. */
const maxOptionLength = 1_000_000;

/** All source counts together. */
function requireLengthOfAll({ code, files }: Job, limit: number): void {
  const texts = Object.values(files ?? {});
  if (texts.length === 0) return requireLength("code", code, limit);
  const length = [code, ...texts].reduce((sum, text) => sum + text.length, 0);
  if (length <= limit || (length <= 2 * limit && !isLonger([code, ...texts].join(""), limit))) return;
  const message = `\`code\` and \`files\` together are longer than ${limit} characters.`;
  throw new Fault("too_large", { message, limit });
}

function requireLength(name: string, text: string, limit: number): void {
  if (isLonger(text, limit))
    throw new Fault("too_large", { message: `\`${name}\` is longer than ${limit} characters.`, limit });
}

/** In code points, as JSON Schema counts; they are counted only where that can matter. */
function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit || text.length > 2 * limit) return text.length > limit;
  let length = 0;
  for (const _ of text) length += 1;
  return length > limit;
}

function textsOf(options: Job["options"]): [name: string, text: string][] {
  return Object.entries(options).filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

/** A lone surrogate is stored as the same bytes as any other, which would make two programs one. */
function requireWellFormed({ code, files, options }: Job): void {
  const texts: [loc: string[], value: unknown][] = [
    [["code"], code],
    ...Object.entries(files ?? {}).map(([path, text]): [string[], string] => [["files", path], text]),
    ...Object.keys(Options.shape).map((name): [string[], unknown] => [
      ["options", name],
      options[name as keyof Job["options"]],
    ]),
  ];
  for (const [loc, text] of texts) {
    if (typeof text !== "string" || text.isWellFormed()) continue;
    throw problem({
      loc,
      msg: `\`${loc.join(".")}\` contains a lone surrogate, which is not a character.`,
      type: "invalid_text",
    });
  }
}

function problem(field: FieldProblem): Fault {
  return new Fault("bad_request", { fields: [field] });
}

/** Says what came only where that is short and plain; a caller's text is never sent back at length. */
function toProblem(issue: z.core.$ZodIssue, body: unknown): FieldProblem {
  const problem = toFieldProblem(issue, body);
  const found = valueAt(body, problem.loc);
  // A number too large for JSON has been read as infinity, which JSON cannot say.
  const isPlain =
    found === null ||
    (typeof found === "number" && Number.isFinite(found)) ||
    typeof found === "boolean" ||
    typeof found === "string";
  const isShort = typeof found !== "string" || found.length <= 64;
  return { ...problem, ...(isPlain && isShort ? { input: found } : {}) };
}
