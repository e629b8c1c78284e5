import { claimsOf } from "./claims.ts";
import { judgeProgram } from "./judge.ts";
import type { PythonProcess } from "./python-process.ts";

/** How a program is written in another way; each is a function in `runner/rewrites.py`. */
export const ways = [
  "format",
  "rename",
  "shadow builtins",
  "wrap in a function",
  "wrap in a block",
  "split",
  "dead code",
  "reorder",
] as const;
export type Way = (typeof ways)[number];

/** Errors where none were, none where some were, others than before. */
export type ChangeKind = "rejected" | "accepted" | "other errors";

/** A program whose errors change although it does the same as before. */
export type VerdictChange = Readonly<{
  way: Way;
  seed: number;
  kind: ChangeKind;
  /** The program runs to its end. */
  ended: boolean;
  before: readonly string[];
  after: readonly string[];
  text: string;
  rewritten: string;
}>;

type Compared = Readonly<{ isSame: boolean; change: VerdictChange | undefined }>;

/** Undefined where there is nothing to rewrite, or the program could not be run. */
export async function compareRewritten(
  python: PythonProcess,
  text: string,
  way: Way,
  seed: number,
): Promise<Compared | undefined> {
  const answer = await python.ask<{ text: string | null; is_same: boolean; ended: boolean }>({
    kind: "rewrite",
    text,
    way,
    seed,
  });
  if (!answer || answer.text === null) return undefined;
  if (!answer.is_same) return { isSame: false, change: undefined };
  const [before, after] = [errorsOf(text), errorsOf(answer.text)];
  const kind = kindOf(before, after);
  if (kind === "rejected" && !(await isRefuted(python, answer.text)))
    return { isSame: true, change: undefined };
  const { ended, text: rewritten } = answer;
  return { isSame: true, change: kind && { way, seed, kind, ended, before, after, text, rewritten } };
}

/** What is said of a line that never runs, as of code that was added, may be true. */
async function isRefuted(python: PythonProcess, text: string): Promise<boolean> {
  const judged = await judgeProgram(python, text);
  return judged?.claims.some(({ judgement }) => judgement === "refuted" || judgement === "works") ?? false;
}

/** Each rule with what it says of a run, once. */
function errorsOf(text: string): string[] {
  const errors = (claimsOf(text) ?? []).map(({ rule, wording }) =>
    [rule, wording.says, "exception" in wording ? wording.exception : undefined].filter(Boolean).join(" "),
  );
  return [...new Set(errors)].toSorted();
}

function kindOf(before: readonly string[], after: readonly string[]): ChangeKind | undefined {
  if (before.join() === after.join()) return undefined;
  if (before.length === 0) return "rejected";
  return after.length === 0 ? "accepted" : "other errors";
}
