import type { Job } from "../job.ts";
import type { Diagnostic, ExampleCounts } from "../verdict.ts";
import type { ChosenSource } from "./chosen-source.ts";
import { checkBeside } from "./beside-examples.ts";
import { checkExamples, type ExampleCheck } from "./check-examples.ts";
import { adviseOnExamples, countExamples } from "./judged.ts";
import { besideFiles, type BoxSession } from "./session.ts";

type Choosing = Readonly<{
  source: ChosenSource;
  submitted: ChosenSource | undefined;
  options: Job["options"];
}>;

/** The text to go on with, how the examples fare with it, and how they fare with what was submitted. */
type Choice = Readonly<{
  source: ChosenSource;
  check: ExampleCheck;
  /** What does not hold of the examples in other files. */
  beside: readonly Diagnostic[];
  mismatches: readonly Diagnostic[];
  /** What was judged of the submitted text. */
  counts: ExampleCounts | null;
}>;

/** The repaired text, unless fewer examples hold for it than for the one that was submitted. */
export async function choose(
  session: BoxSession,
  { source, submitted, options: { examples } }: Choosing,
): Promise<Choice> {
  const now = await checkAll(session, source, examples);
  if (!submitted || (now.check.examples.length === 0 && now.beside.length === 0))
    return { source, ...now, ...told(source, now) };
  const before = await checkAll(session, submitted, examples);
  const chosen =
    countFailing(before) < countFailing(now) ? { source: submitted, ...before } : { source, ...now };
  return { ...chosen, ...told(submitted, before) };
}

type Checks = Pick<Choice, "check" | "beside">;

/** The examples in the other files first: those of the caller are told to nobody before. */
async function checkAll(session: BoxSession, source: ChosenSource, examples: string | null): Promise<Checks> {
  const beside = await checkBeside(session, source);
  const check = await checkExamples(besideFiles(session, source.project), source.text, examples);
  return { check, beside };
}

function countFailing({ check, beside }: Checks): number {
  return check.failing.length + beside.length;
}

function told({ lineOf }: ChosenSource, { check, beside }: Checks): Pick<Choice, "mismatches" | "counts"> {
  const mismatches = [...check.mismatches, ...adviseOnExamples(check), ...beside].map((mismatch) => ({
    ...mismatch,
    line: lineOf(mismatch.line, mismatch.file ?? undefined),
  }));
  return { mismatches, counts: countExamples(check) };
}
