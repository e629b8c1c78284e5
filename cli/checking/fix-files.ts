import type { Verdict } from "../../engine/verdict.ts";
import { readSource, type Source } from "../files/source.ts";
import { shownPath } from "../files/shown-path.ts";
import { whyUnfinished, type CheckedFile } from "../finding.ts";
import type { TextJudge } from "../judge.ts";
import { chosenRules, type RuleChoice } from "../settings/chosen-rules.ts";
import type { Settings } from "../settings/settings.ts";
import { reasonOf } from "./check-files.ts";
import { inTurn } from "./in-turn.ts";
import { findingsOf, toChecked, toUnchecked } from "./to-checked.ts";

/** What can be done for one file. */
export type FixedFile = Readonly<{
  path: string;
  /** The file as it is, or as it would be with the fix. */
  checked: CheckedFile;
  fix: Readonly<{ source: Source; text: string; fixes: readonly string[] }> | undefined;
  /** Why a fix that there is was left out. */
  skipped: string | undefined;
}>;

type Fixing = Readonly<{
  judge: TextJudge;
  settings: Settings;
  cwd: string;
  signal: AbortSignal;
  onDone(done: number, total: number): void;
}>;

/** Looks for a fix of each file, and judges the fixed text by itself. Nothing is written here. */
export async function fixFiles(paths: readonly string[], fixing: Fixing): Promise<FixedFile[]> {
  const { settings, cwd, signal, onDone } = fixing;
  const rulesIn = chosenRules(settings);
  let done = 0;
  return inTurn(paths, fixing.judge.places, async (path) => {
    signal.throwIfAborted();
    try {
      return await fixFile(path, rulesIn(path), fixing);
    } catch (error) {
      const checked = toUnchecked(shownPath(cwd, path), reasonOf(error));
      return { path, checked, fix: undefined, skipped: undefined };
    } finally {
      onDone((done += 1), paths.length);
    }
  });
}

async function fixFile(path: string, isChosen: RuleChoice, fixing: Fixing): Promise<FixedFile> {
  const { judge, settings, cwd, signal } = fixing;
  const file = shownPath(cwd, path);
  const rules = { isChosen, strict: settings.strict };
  const source = await readSource(path);
  const empty = { file, text: source.text, findings: [], incomplete: [], problem: undefined } as const;
  const none = { path, fix: undefined, skipped: undefined };
  if (source.text.trim() === "") return { ...none, checked: { ...empty, status: "valid" } };

  const verdict = await judge.ask({ text: source.text, mode: "repair" }, signal);
  const before = toChecked({ file, text: source.text }, verdict, rules);
  const { fixed_code: text, fixes } = verdict;
  if (text === null || text === source.text || whyUnfinished(before) !== undefined)
    return { ...none, checked: before };
  const after = await judge.ask({ text, mode: "static" }, signal);
  // The fix of a finding that the user ignores may be unwanted too, such as an import that is there for others.
  if (countIgnored(after, isChosen) < countIgnored(verdict, isChosen))
    return { ...none, checked: before, skipped: "the fix also changes what an ignored rule finds" };
  return {
    path,
    skipped: undefined,
    fix: { source, text, fixes },
    checked: toChecked({ file, text }, after, rules),
  };
}

function countIgnored(verdict: Verdict, isChosen: RuleChoice): number {
  return findingsOf(verdict, false).filter(({ rule }) => !isChosen(rule)).length;
}
