import { Unreadable } from "../files/source.ts";
import { shownPath } from "../files/shown-path.ts";
import type { CheckedFile } from "../finding.ts";
import { CannotAsk, NotJudged, type TextJudge } from "../judge.ts";
import type { Settings } from "../settings/settings.ts";
import { inTurn } from "./in-turn.ts";
import { toUnchecked } from "./to-checked.ts";

/** What work on files needs. */
export type FileWork = Readonly<{
  judge: TextJudge;
  settings: Settings;
  cwd: string;
  signal: AbortSignal;
  /** Told after each file. */
  onDone(done: number, total: number): void;
}>;

type Steps<Result> = Readonly<{
  work: (path: string) => Promise<Result>;
  /** The result for a file that could not be checked. */
  unchecked: (file: CheckedFile, path: string) => Result;
}>;

/** Works on files, several at once. Where nothing more can be asked, the rest is told as not checked. */
export async function eachFile<Result>(
  paths: readonly string[],
  { judge, cwd, signal, onDone }: FileWork,
  { work, unchecked }: Steps<Result>,
): Promise<Result[]> {
  let stopped: CannotAsk | undefined;
  let done = 0;
  return inTurn(paths, judge.places, async (path) => {
    signal.throwIfAborted();
    try {
      if (stopped) throw stopped;
      return await work(path);
    } catch (error) {
      if (error instanceof CannotAsk) stopped ??= error;
      return unchecked(toUnchecked(shownPath(cwd, path), reasonOf(error)), path);
    } finally {
      onDone((done += 1), paths.length);
    }
  });
}

/** What may be told of one file; anything else is a defect of ours and ends the run. */
export function reasonOf(error: unknown): string {
  if (error instanceof Unreadable || error instanceof CannotAsk || error instanceof NotJudged)
    return error.message;
  throw error;
}
