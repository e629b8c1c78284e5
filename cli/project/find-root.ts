import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";

const marks = [
  "pyproject.toml",
  "setup.cfg",
  "setup.py",
  "mypy.ini",
  ".mypy.ini",
  "ruff.toml",
  ".ruff.toml",
  ".git",
];

/** The folder of the project that these files are of: the nearest above all of them that says so, else that folder. */
export function findRoot(paths: readonly string[]): string {
  const common = paths.map(dirname).reduce(commonFolder);
  for (let folder = common; ; folder = dirname(folder)) {
    if (marks.some((name) => existsSync(join(folder, name)))) return folder;
    if (dirname(folder) === folder) return common;
  }
}

function commonFolder(one: string, other: string): string {
  let folder = one;
  while (folder !== other && !other.startsWith(folder === sep ? sep : folder + sep)) folder = dirname(folder);
  return folder;
}
