import { readSource, toSource, Unreadable, type Source } from "../files/source.ts";
import { shownPath } from "../files/shown-path.ts";
import type { CheckedFile } from "../finding.ts";
import { chosenRules } from "../settings/chosen-rules.ts";
import type { Settings } from "../settings/settings.ts";
import { inTurn } from "./in-turn.ts";
import { CannotAsk, NotJudged, type TextJudge } from "../judge.ts";
import { toChecked, toUnchecked } from "./to-checked.ts";

type Checking = Readonly<{
  judge: TextJudge;
  settings: Settings;
  cwd: string;
  signal: AbortSignal;
  /** Told after each file. */
  onDone(done: number, total: number): void;
}>;

/** Checks files, several at once. Where nothing more can be asked, the rest is told as not checked. */
export async function checkFiles(paths: readonly string[], checking: Checking): Promise<CheckedFile[]> {
  const { judge, settings, cwd, signal, onDone } = checking;
  const rulesIn = chosenRules(settings);
  let stopped: CannotAsk | undefined;
  let done = 0;

  async function check(path: string): Promise<CheckedFile> {
    const file = shownPath(cwd, path);
    signal.throwIfAborted();
    try {
      if (stopped) throw stopped;
      const { text } = await readSource(path);
      return await checkText(
        judge,
        { file, text },
        { isChosen: rulesIn(path), strict: settings.strict },
        signal,
      );
    } catch (error) {
      if (error instanceof CannotAsk) stopped ??= error;
      return toUnchecked(file, reasonOf(error));
    } finally {
      onDone((done += 1), paths.length);
    }
  }
  return inTurn(paths, judge.places, check);
}

type Rules = Parameters<typeof toChecked>[2];

async function checkText(
  judge: TextJudge,
  { file, text }: Pick<CheckedFile, "file" | "text">,
  rules: Rules,
  signal: AbortSignal,
): Promise<CheckedFile> {
  if (text.trim() === "")
    return { file, text, findings: [], incomplete: [], problem: undefined, status: "valid" };
  return toChecked({ file, text }, await judge.ask({ text, mode: "static" }, signal), rules);
}

/** Checks what came from standard input, under the name it is given. */
export async function checkInput(
  bytes: Buffer,
  file: string,
  { judge, settings, signal }: Pick<Checking, "judge" | "settings" | "signal">,
): Promise<CheckedFile> {
  try {
    const { text }: Source = toSource(bytes);
    const isChosen = chosenRules(settings)(file);
    return await checkText(judge, { file, text }, { isChosen, strict: settings.strict }, signal);
  } catch (error) {
    return toUnchecked(file, reasonOf(error));
  }
}

/** What may be told of one file; anything else is a defect of ours and ends the run. */
export function reasonOf(error: unknown): string {
  if (error instanceof Unreadable || error instanceof CannotAsk || error instanceof NotJudged)
    return error.message;
  throw error;
}
