import type { TypedLayer } from "./package-layer.ts";
import { defaultPath } from "./file-path.ts";
import type { Job } from "./job.ts";
import { isPackageFile } from "./declared-packages.ts";
import type { PythonVersion } from "./python-version.ts";

/** Sources by path. */
export type FileTexts = ReadonlyMap<string, string>;

/** The files of one job. A text that stands alone is the only one, and its path is not told to anybody. */
export type Project = Readonly<{
  isNamed: boolean;
  /** The path of `code`; it comes first among the texts. */
  main: string;
  /** The folder that imports begin at: that of `code`, or the one above the packages it is part of; "" for the top. */
  base: string;
  texts: FileTexts;
  /** What they are checked for. */
  python: PythonVersion;
  /** Packages of their own whose types are read. */
  layer?: TypedLayer | undefined;
}>;

export function readProject({ code, files = {}, options: { path, python } }: Job): Project {
  const main = path ?? defaultPath;
  const sources = Object.entries(files).filter(([name]) => !isPackageFile(name));
  const texts = new Map([[main, code], ...sources]);
  return { isNamed: path !== null || texts.size > 1, main, base: baseOf(main, texts), texts, python };
}

function baseOf(main: string, texts: FileTexts): string {
  let folder = folderOf(main);
  while (folder !== "" && texts.has(`${folder}/__init__.py`)) folder = folderOf(folder);
  return folder;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The same files, one of them with another text. */
export function withText(texts: FileTexts, path: string, text: string): FileTexts {
  return new Map([...texts, [path, text]]);
}
