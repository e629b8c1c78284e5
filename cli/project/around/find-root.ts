import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/** A folder has ruff's settings for itself inside of many projects, so that file says less than the others. */
const marks = [
  ["pyproject.toml", "setup.cfg", "setup.py", "mypy.ini", ".mypy.ini", ".git"],
  ["ruff.toml", ".ruff.toml"],
];

export type ProjectRoot = Readonly<{
  folder: string;
  /** Something there says that it is a project; else it is only the folder that the files have in common. */
  isMarked: boolean;
}>;

/** The folder of the project that these files are of: the nearest above all of them that says so, else that folder. */
export function findRoot(paths: readonly string[]): ProjectRoot {
  const common = paths.map(dirname).reduce(commonFolder);
  for (const names of marks)
    for (let folder = common; ; folder = dirname(folder)) {
      if (names.some((name) => existsSync(join(folder, name)))) return { folder, isMarked: true };
      if (dirname(folder) === folder) break;
    }
  return { folder: common, isMarked: false };
}

function commonFolder(one: string, other: string): string {
  let folder = one;
  while (folder !== other && !other.startsWith(folder === sep ? sep : folder + sep)) folder = dirname(folder);
  return folder;
}
