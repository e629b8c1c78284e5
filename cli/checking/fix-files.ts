import { readSource } from "../files/source.ts";
import { shownPath } from "../files/shown-path.ts";
import type { CheckedFile } from "../finding.ts";
import { chosenRules } from "../settings/chosen-rules.ts";
import { eachFile } from "./each-file.ts";
import { alone, askedOnce, groupFiles, readAll, textsOf } from "./file-groups.ts";
import { fixGroup, type FixedFile, type FixWork } from "./fix-group.ts";
import { toEmpty } from "./to-checked.ts";

/** Looks for fixes, of files that import each other together; those around them are read too. Nothing is written here. */
export async function fixFiles(
  paths: readonly string[],
  given: FixWork,
  around: readonly string[] = paths,
): Promise<FixedFile[]> {
  const named = new Set(paths);
  const work = { ...given, rulesIn: chosenRules(given.settings), isNamed: (path: string) => named.has(path) };
  const sources = await readAll(around);
  const groupOf = groupFiles(textsOf(sources));
  const fixOnce = askedOnce(async (group) => fixGroup(group, sources, work));
  return eachFile(paths, given, {
    work: async (path) => {
      const source = sources.get(path) ?? (await readSource(path));
      if (source.text.trim() === "") {
        const checked = toEmpty({ file: shownPath(given.cwd, path), text: source.text });
        return unfixed(path, checked);
      }
      const fixed = (await fixOnce(groupOf(path))) ?? (await fixGroup(alone(path), sources, work))!;
      return fixed.get(path)!;
    },
    unchecked: (checked, path) => unfixed(path, checked),
  });
}

/** A file that there is no fix for. */
export function unfixed(path: string, checked: CheckedFile): FixedFile {
  return { path, checked, unfixed: checked, fix: undefined, skipped: undefined };
}
