import { maxOutputBytes } from "../output-paths.ts";
import type { Diagnostic, OutputFile } from "../verdict.ts";
import { BoxFailure } from "../workers/sandbox/sandbox.ts";
import type { WrittenFile } from "./protocol.ts";

type Problem = Extract<WrittenFile, { problem: string }>["problem"];

/** What a file's content is, found in a thread. */
export type Recognize = (files: readonly Omit<OutputFile, "media_type">[]) => Promise<readonly OutputFile[]>;

/** Those files that are there, with what they are. */
export async function outputFilesOf(
  recognize: Recognize,
  asked: readonly string[],
  written: readonly WrittenFile[],
): Promise<OutputFile[]> {
  const found = written.filter((file) => "base64" in file);
  const bytes = found.reduce((sum, { base64 }) => sum + Buffer.byteLength(base64, "base64"), 0);
  if (
    written.length !== asked.length ||
    written.some(({ path }, at) => path !== asked[at]) ||
    bytes > maxOutputBytes
  )
    throw new BoxFailure("protocol", { message: "other files than were asked for" });
  return [...(await recognize(found))];
}

const limit = maxOutputBytes.toLocaleString("en");

const words: Readonly<Record<Problem, string>> = {
  missing:
    "was not written. Write it to this path in the folder that the program starts in, or leave it out of `options.outputs`.",
  folder: "is a folder. List the files in it in `options.outputs`.",
  link: "is a link, or is reached through one, and links are not followed. Write a file of its own there.",
  special: "is not a regular file. Write its content to one.",
  unreadable: "cannot be read. Leave its permissions, and those of its folder, as they are created.",
  "too large": `does not fit: the files of \`options.outputs\` may have ${limit} bytes together. Write less, or ask for fewer files.`,
};

/** A warning for each file that is not there. */
export function toOutputWarnings(written: readonly WrittenFile[]): Diagnostic[] {
  return written.flatMap((file) => {
    if (!("problem" in file)) return [];
    const message = `\`${file.path}\` ${words[file.problem]}`;
    return [{ severity: "warning", rule: "python:no-output", message, line: null, column: null }];
  });
}
