import { readFileSync } from "node:fs";
import { glob, stat } from "node:fs/promises";
import { basename, join, resolve, sep } from "node:path";
import { pathProblem } from "../../../engine/file-path.ts";

/** A text as it would be sent, with its path where that is known. */
export type SetText = Readonly<{ code: string; path: string | undefined }>;

export type CodeSet = Readonly<{ name: string; texts: readonly SetText[] }>;

/** What the service takes at most, unless it is told otherwise. */
const maxLength = 200_000;

/** The Python files of a folder, and each `code` in its .jsonl files; of all of these every so-manieth. */
export async function readSet(folder: string, every: number): Promise<CodeSet> {
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
  const names = await Array.fromAsync(glob("**/*.{py,jsonl}", { cwd: folder }));
  const texts = names.toSorted().flatMap((name) => textsIn(folder, name));
  return {
    name: basename(resolve(folder)),
    texts: texts.filter(({ code }, at) => at % every === 0 && code.trim() !== "" && code.length <= maxLength),
  };
}

function textsIn(folder: string, name: string): SetText[] {
  const text = readFileSync(join(folder, name), "utf8");
  if (name.endsWith(".jsonl"))
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => (JSON.parse(line) as { code?: unknown }).code)
      .flatMap((code) => (typeof code === "string" ? [{ code, path: undefined }] : []));
  const path = name.split(sep).join("/");
  return [{ code: text, path: pathProblem(path) === undefined ? path : undefined }];
}
