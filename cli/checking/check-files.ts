import { readSource, toSource } from "../files/source.ts";
import { shownPath } from "../files/shown-path.ts";
import type { CheckedFile } from "../finding.ts";
import type { TextJudge, TextQuestion } from "../judge.ts";
import { chosenRules } from "../settings/chosen-rules.ts";
import { eachFile, reasonOf, type FileWork } from "./each-file.ts";
import { askedOnce, groupFiles, isOfOneFile, orAlone, readAll, textsOf } from "./file-groups.ts";
import { toChecked, toEmpty, toUnchecked } from "./to-checked.ts";

/** Files that import each other are asked about in one question, so that each is known to the others. */
export async function checkFiles(paths: readonly string[], given: FileWork): Promise<CheckedFile[]> {
  const { judge, settings, cwd, signal } = given;
  const rulesIn = chosenRules(settings);
  const texts = textsOf(await readAll(paths));
  const groupOf = groupFiles(texts);
  const ask = askedOnce(async (group) =>
    judge.ask({ ...group.toQuestion(texts), mode: "static", python: settings.python }, signal).catch(orAlone),
  );
  return eachFile(paths, given, {
    work: async (path) => {
      const { text } = await readSource(path);
      const rules = { isChosen: rulesIn(path), strict: settings.strict };
      const file = shownPath(cwd, path);
      const group = groupOf(path);
      const verdict = group.paths.length > 1 ? await ask(group) : undefined;
      if (verdict === undefined || isOfOneFile(verdict))
        return checkText(judge, { file, text }, { ...rules, python: settings.python }, signal);
      return toChecked({ file, text }, group.partOf(verdict, path), rules);
    },
    unchecked: (file) => file,
  });
}

async function checkText(
  judge: TextJudge,
  { file, text }: Pick<CheckedFile, "file" | "text">,
  { python, ...rules }: Parameters<typeof toChecked>[2] & Pick<TextQuestion, "python">,
  signal: AbortSignal,
): Promise<CheckedFile> {
  if (text.trim() === "") return toEmpty({ file, text });
  return toChecked({ file, text }, await judge.ask({ text, mode: "static", python }, signal), rules);
}

/** Checks what came from standard input, under the name it is given. */
export async function checkInput(
  bytes: Buffer,
  file: string,
  { judge, settings, signal }: Pick<FileWork, "judge" | "settings" | "signal">,
): Promise<CheckedFile> {
  try {
    const { text } = toSource(bytes);
    const isChosen = chosenRules(settings)(file);
    return await checkText(
      judge,
      { file, text },
      { isChosen, strict: settings.strict, python: settings.python },
      signal,
    );
  } catch (error) {
    return toUnchecked(file, reasonOf(error));
  }
}
