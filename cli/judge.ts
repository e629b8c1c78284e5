import type { Mode } from "../engine/job.ts";
import type { PythonVersion } from "../engine/python-version.ts";
import type { ReadVerdict } from "../engine/verdict.ts";
import type { WantedFixes } from "../engine/wanted-fixes.ts";

/** A text to be judged. Whether warnings reject is decided by the command, so that one verdict serves both. */
export type TextQuestion = Readonly<{
  text: string;
  /** Where it is among the files beside it; both are unset where it stands alone. */
  path?: string | undefined;
  files?: Readonly<Record<string, string>> | undefined;
  mode: Mode;
  examples?: string | undefined;
  expectedOutput?: string | undefined;
  timeoutS?: number | undefined;
  /** Files that the program writes and that come back. */
  outputs?: readonly string[] | undefined;
  /** Run the tests among the files. */
  pytest?: boolean | undefined;
  /** Which fixes are wanted; all, unless it is said. */
  fixes?: "safe" | "all" | undefined;
  /** What the text is for; unset: the default. */
  python?: PythonVersion | undefined;
  /** The findings that are to be fixed, asked for here and not by a service; unset: all. */
  wanted?: (WantedFixes & Readonly<{ key: string }>) | undefined;
}>;

/** The question as a ValidateRequest. */
export function toBody({
  text,
  path,
  files,
  mode,
  examples,
  expectedOutput,
  timeoutS,
  outputs,
  pytest,
  fixes,
  python,
}: TextQuestion): object {
  const options = {
    examples,
    expected_output: expectedOutput,
    timeout_s: timeoutS,
    outputs,
    path,
    pytest,
    fixes,
    python,
  };
  return { code: text, files, mode, options };
}

/** The engine in this process, or a service. */
export type TextJudge = Readonly<{
  /** How many questions it works on at once. */
  places: number;
  /** Rejects with CannotAsk where nothing more can be asked. */
  ask(question: TextQuestion, signal: AbortSignal): Promise<ReadVerdict>;
}> &
  AsyncDisposable;

/** Nothing more can be asked in this run. The words say what to do about it. */
export class CannotAsk extends Error {
  override readonly name = "CannotAsk";
}

/** This one text is not judged. The words say why. */
export class NotJudged extends Error {
  override readonly name = "NotJudged";
}
