import type { Job } from "../job.ts";
import type { Diagnostic } from "../verdict.ts";
import type { BoxFiles } from "./protocol.ts";
import { checkExamples, type ExampleCheck } from "./check-examples.ts";
import { besideFiles, type BoxSession } from "./session.ts";

/** A text that may be run. */
export type ChosenSource = Readonly<{
  text: string;
  /** The submitted line of one of its lines, or of a file beside it. */
  lineOf(line: number | null, file?: string): number | null;
  /** Lines of which a type checker says that they cannot work. */
  suspectLines: readonly number[];
  /** Undefined: it stands alone. */
  project?: BoxFiles | undefined;
}>;

type Choosing = Readonly<{
  source: ChosenSource;
  submitted: ChosenSource | undefined;
  options: Job["options"];
}>;

/** The text to go on with, how the examples fare with it, and how they fare with what was submitted. */
type Choice = Readonly<{ source: ChosenSource; check: ExampleCheck; mismatches: readonly Diagnostic[] }>;

/** The repaired text, unless fewer examples hold for it than for the one that was submitted. */
export async function choose(
  session: BoxSession,
  { source, submitted, options: { examples } }: Choosing,
): Promise<Choice> {
  const check = await checkExamples(besideFiles(session, source.project), source.text, examples);
  const mismatches = check.mismatches.map((mismatch) => ({
    ...mismatch,
    line: source.lineOf(mismatch.line),
  }));
  if (!submitted || check.plan.examples.length === 0) return { source, check, mismatches };
  const before = await checkExamples(besideFiles(session, submitted.project), submitted.text, examples);
  return before.failing.length < check.failing.length
    ? { source: submitted, check: before, mismatches: before.mismatches }
    : { source, check, mismatches: before.mismatches };
}
