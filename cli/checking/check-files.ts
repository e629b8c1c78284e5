import type { Verdict } from "../../engine/verdict.ts";
import { readSource, toSource } from "../files/source.ts";
import { shownPath } from "../files/shown-path.ts";
import type { CheckedFile } from "../finding.ts";
import { NotJudged, type TextJudge } from "../judge.ts";
import { chosenRules } from "../settings/chosen-rules.ts";
import { eachFile, reasonOf, type FileWork } from "./each-file.ts";
import { groupPrograms, type LocalProgram } from "./programs.ts";
import { partOf, toChecked, toEmpty, toUnchecked } from "./to-checked.ts";

/** Files that import each other are asked about in one question, so that each is known to the others. */
export async function checkFiles(paths: readonly string[], given: FileWork): Promise<CheckedFile[]> {
  const { judge, settings, cwd, signal } = given;
  const rulesIn = chosenRules(settings);
  const programOf = groupPrograms(await readAll(paths));
  const asked = new Map<LocalProgram, Promise<Verdict>>();
  const askOnce = async (program: LocalProgram): Promise<Verdict> => {
    const { path, text, files } = program;
    const asking = asked.get(program) ?? judge.ask({ text, path, files, mode: "static" }, signal);
    asked.set(program, asking);
    return asking;
  };
  return eachFile(paths, given, {
    work: async (path) => {
      const { text } = await readSource(path);
      const rules = { isChosen: rulesIn(path), strict: settings.strict };
      const file = shownPath(cwd, path);
      const program = programOf.get(path);
      const verdict = program && (await askOnce(program).catch(orAlone));
      // A service of an older version has looked at one file only.
      if (program === undefined || verdict?.fixed_files === undefined)
        return checkText(judge, { file, text }, rules, signal);
      return toChecked({ file, text }, partOf(verdict, program.nameOf(path)), rules);
    },
    unchecked: (file) => file,
  });
}

/** What a service does not take in one piece, as a program that is too long for it, is asked about file by file. */
function orAlone(error: unknown): undefined {
  if (!(error instanceof NotJudged)) throw error;
}

/** What can be read; a file that cannot is told of when its turn comes. */
async function readAll(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const read = await Promise.all(
    paths.map(async (path) => ({ path, source: await readSource(path).catch(() => undefined) })),
  );
  return new Map(read.flatMap(({ path, source }) => (source ? [[path, source.text] as const] : [])));
}

async function checkText(
  judge: TextJudge,
  { file, text }: Pick<CheckedFile, "file" | "text">,
  rules: Parameters<typeof toChecked>[2],
  signal: AbortSignal,
): Promise<CheckedFile> {
  if (text.trim() === "") return toEmpty({ file, text });
  return toChecked({ file, text }, await judge.ask({ text, mode: "static" }, signal), rules);
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
    return await checkText(judge, { file, text }, { isChosen, strict: settings.strict }, signal);
  } catch (error) {
    return toUnchecked(file, reasonOf(error));
  }
}
