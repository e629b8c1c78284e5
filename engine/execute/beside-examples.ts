import type { Diagnostic } from "../verdict.ts";
import { checkExamples } from "./check-examples.ts";
import type { ChosenSource } from "./chosen-source.ts";
import { besideFiles, type BoxSession } from "./session.ts";

/** So many files are asked, and all of them have this part of the caller's budget. */
const maxFiles = 20;
const shareOfAll = 0.1;

/**
 * What does not hold of the examples in the docstrings of the other files, in their lines. Each of these files is
 * loaded in place of the main one, and judged as the code's own examples are: their author is the same.
 */
export async function checkBeside(
  session: BoxSession,
  { text, project }: ChosenSource,
): Promise<Diagnostic[]> {
  if (project === undefined) return [];
  const { main, files } = project;
  const showing = Object.entries(files).filter(([, each]) => each.includes(">>>"));
  const found: Diagnostic[] = showing.slice(maxFiles).map(([file]) => ({ ...skipped, file }));
  for (const [file, source] of showing.slice(0, maxFiles)) {
    const { [file]: _, ...others } = files;
    const beside = besideFiles(session, { ...project, main: file, files: { ...others, [main]: text } });
    const share = shareOfAll / Math.min(showing.length, maxFiles);
    const { mismatches } = await checkExamples(beside, source, null, share);
    found.push(...mismatches.map((mismatch) => ({ ...mismatch, file })));
  }
  return found;
}

const skipped: Diagnostic = {
  severity: "info",
  rule: "python:examples-skipped",
  message: `The examples in this file were not run: those of ${maxFiles} other files are at most.`,
  line: null,
  column: null,
};

/** Whether something speaks against the program. */
export function hasMismatch(found: readonly Diagnostic[]): boolean {
  return found.some(({ severity }) => severity === "error");
}
