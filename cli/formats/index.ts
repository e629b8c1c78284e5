import { UsageError } from "../usage-error.ts";
import type { ReportFormat } from "./format.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { json } from "./json.ts";
import { junit } from "./junit.ts";
import { sarif } from "./sarif.ts";
import { text } from "./text.ts";

/** By the names that `--format` takes. */
const formats: Readonly<Record<string, ReportFormat>> = {
  text,
  human: text,
  json,
  sarif,
  github,
  gitlab,
  junit,
};

/** The named one; else annotations in a GitHub workflow, and text everywhere else. */
export function chooseFormat(
  named: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): ReportFormat {
  if (named === undefined) return env.GITHUB_ACTIONS === "true" ? github : text;
  const format = Object.hasOwn(formats, named) ? formats[named] : undefined;
  if (format) return format;
  throw new UsageError(`--format ${named} is not known. Use text, json, sarif, github, gitlab or junit.`);
}
