import type { Verdict } from "../../engine/verdict.ts";
import { readSource, type Source } from "../files/source.ts";
import { shownPath } from "../files/shown-path.ts";
import { whyUnfinished, type CheckedFile } from "../finding.ts";
import { chosenRules, type RuleChoice } from "../settings/chosen-rules.ts";
import { eachFile, type FileWork } from "./each-file.ts";
import { findingsOf, toChecked, toEmpty } from "./to-checked.ts";

/** What can be done for one file. */
export type FixedFile = Readonly<{
  path: string;
  /** The file as it is, or as it would be with the fix. */
  checked: CheckedFile;
  fix: Readonly<{ source: Source; text: string; fixes: readonly string[] }> | undefined;
  /** Why a fix that there is was left out. */
  skipped: string | undefined;
}>;

/** Looks for a fix of each file, and judges the fixed text by itself. Nothing is written here. */
export async function fixFiles(paths: readonly string[], given: FileWork): Promise<FixedFile[]> {
  const rulesIn = chosenRules(given.settings);
  return eachFile(paths, given, {
    work: async (path) => fixFile(path, rulesIn(path), given),
    unchecked: (checked, path) => ({ path, checked, fix: undefined, skipped: undefined }),
  });
}

async function fixFile(path: string, isChosen: RuleChoice, given: FileWork): Promise<FixedFile> {
  const { judge, settings, cwd, signal } = given;
  const file = shownPath(cwd, path);
  const rules = { isChosen, strict: settings.strict };
  const source = await readSource(path);
  const none = { path, fix: undefined, skipped: undefined };
  if (source.text.trim() === "") return { ...none, checked: toEmpty({ file, text: source.text }) };

  const verdict = await judge.ask({ text: source.text, mode: "repair" }, signal);
  const before = toChecked({ file, text: source.text }, verdict, rules);
  const { fixed_code: text, fixes } = verdict;
  if (text === null || text === source.text || whyUnfinished(before) !== undefined)
    return { ...none, checked: before };
  const after = await judge.ask({ text, mode: "static" }, signal);
  // The fix of a finding that the user ignores may be unwanted too, such as an import that is there for others.
  if (changesIgnored(verdict, after, isChosen))
    return { ...none, checked: before, skipped: "the fix also changes what an ignored rule finds" };
  return {
    path,
    skipped: undefined,
    fix: { source, text, fixes },
    checked: toChecked({ file, text }, after, rules),
  };
}

/** Whether fewer findings of ignored rules are left. */
export function changesIgnored(before: Verdict, after: Verdict, isChosen: RuleChoice): boolean {
  const countIgnored = (verdict: Verdict): number =>
    findingsOf(verdict, false).filter(({ rule }) => !isChosen(rule)).length;
  return countIgnored(after) < countIgnored(before);
}
