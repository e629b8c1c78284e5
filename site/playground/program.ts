import { byId, fieldOf } from "../parts/elements.ts";
import { chosenMode } from "./bar.ts";
import { examplesField } from "./examples-pane.ts";
import {
  data,
  mainPath,
  type PlaygroundMode,
  type JobOptions,
  type PlaygroundJob,
  type Sample,
} from "./page-data.ts";

const form = byId<HTMLFormElement>("controls");

/** What is being edited: every file by its path, `main.py` first. */
export const files = new Map<string, string>();

export function replaceFiles(code: string, others: Readonly<Record<string, string>> = {}): void {
  files.clear();
  files.set(mainPath, code);
  for (const [path, text] of Object.entries(others)) files.set(path, text);
}

/** The request for what is in the page now, in the mode that is chosen or the one given. */
export function jobNow(mode: PlaygroundMode = chosenMode()): PlaygroundJob {
  const { [mainPath]: code = "", ...others } = Object.fromEntries(files);
  const language = fieldOf(form, "transpile_to");
  const isRun = mode === "execute";
  const outputs = isRun ? outputsNow() : [];
  return toJob(code, others, mode, {
    ...(isRun && examplesField.value.trim() !== "" && { examples: examplesField.value }),
    ...(isRun && hasTests(others) && { pytest: true }),
    ...(outputs.length > 0 && { outputs }),
    ...(language !== "" && { transpile_to: language }),
    ...(fieldOf(form, "optimize") !== "" && { optimize: true }),
    ...(fieldOf(form, "strict") !== "" && { strict: true }),
  });
}

/** Files that the program writes, as the visitor names them: no name has a comma. */
function outputsNow(): readonly string[] {
  return fieldOf(form, "outputs")
    .split(",")
    .map((path) => path.trim())
    .filter((path) => path !== "");
}

/** The request that the stored answer of a sample is for. */
export function sampleJob(
  { code, files: others = {}, examples }: Sample,
  mode: PlaygroundMode,
): PlaygroundJob {
  return toJob(code, others, mode, {
    ...(examples !== undefined && { examples }),
    ...(hasTests(others) && { pytest: true }),
  });
}

/** The sample that is in the page unchanged, with no option set: its answers are stored. */
export function sampleNow(): Sample | undefined {
  const isPlain = ["transpile_to", "optimize", "strict"].every((name) => fieldOf(form, name) === "");
  if (!isPlain || (chosenMode() === "execute" && outputsNow().length > 0)) return undefined;
  return data.samples.find(
    ({ code, files: others = {}, examples = "" }) =>
      code === files.get(mainPath) &&
      examples === examplesField.value &&
      files.size === Object.keys(others).length + 1 &&
      Object.entries(others).every(([path, text]) => files.get(path) === text),
  );
}

/** Whether the page still holds what a request was for. */
export function holds({ code, files: others = {} }: PlaygroundJob): boolean {
  return (
    code === files.get(mainPath) &&
    files.size === Object.keys(others).length + 1 &&
    Object.entries(others).every(([path, text]) => files.get(path) === text)
  );
}

function toJob(
  code: string,
  others: Readonly<Record<string, string>>,
  mode: PlaygroundMode,
  options: JobOptions,
): PlaygroundJob {
  return {
    code,
    ...(mode !== "static" && { mode }),
    ...(Object.keys(options).length > 0 && { options }),
    ...(Object.keys(others).length > 0 && { files: others }),
  };
}

function hasTests(others: Readonly<Record<string, string>>): boolean {
  return Object.keys(others).some((path) => /^test_[^/]*\.py$/.test(path));
}
