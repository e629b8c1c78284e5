import { dirname, sep } from "node:path";
import type { PythonVersion } from "../../engine/python-version.ts";
import { exclusionOf } from "../files/find-files.ts";
import { chosenRules, type RuleChoice } from "../settings/chosen-rules.ts";
import { readSettings } from "../settings/pyproject.ts";
import type { Snapshot } from "./documents.ts";

/** What counts in one document. */
export type DocumentRules = Readonly<{
  isExcluded: boolean;
  isChosen: RuleChoice;
  strict: boolean;
  /** What the document is checked for; unset: the default. */
  python: PythonVersion | undefined;
}>;

/** The workspace folder that a document is in, the innermost of several. */
export function folderOf({ path }: Snapshot, folders: readonly string[]): string | undefined {
  return folders.filter((each) => path?.startsWith(each + sep)).toSorted((a, b) => b.length - a.length)[0];
}

/**
 * Reads the settings as `assay check` does in the workspace folder of the document. They are read for every check, which
 * takes less than a millisecond, so that a change counts at once.
 */
export function rulesFor(snapshot: Snapshot, folders: readonly string[], cwd: string): DocumentRules {
  const { uri, path } = snapshot;
  const folder = folderOf(snapshot, folders) ?? (path === undefined ? cwd : dirname(path));
  const settings = readSettings(folder, undefined);
  return {
    isExcluded: path !== undefined && exclusionOf(settings)(path),
    isChosen: chosenRules(settings)(path ?? uri),
    strict: settings.strict,
    python: settings.python,
  };
}
