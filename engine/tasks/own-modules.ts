import { isModule } from "../library/modules.ts";

/** What an import statement names: `from ..names import first` has the level 2. */
export type ImportedModule = Readonly<{ level: number; module: string | undefined }>;

/** A file, and those it may reach. */
export type ImportPlace = Readonly<{ path: string; base: string; paths: ReadonlySet<string> }>;

/** The file of the same program that an import reaches; undefined where none of them is meant, or was sent. */
export function fileOf(
  { level, module }: ImportedModule,
  { path, base, paths }: ImportPlace,
): string | undefined {
  const below = module === undefined ? [] : module.split(".");
  if (level === 0) {
    // Python's own modules come before what lies above the folder that imports begin at.
    const folders = isModule(below[0]!) ? [base] : foldersAbove(base);
    return folders.map((folder) => fileIn(folder, below, paths)).find(isFound);
  }
  const folder = foldersAbove(folderOf(path))[level - 1];
  return folder === undefined ? undefined : fileIn(folder, below, paths);
}

/** A module, or the file that a package begins with. */
function fileIn(folder: string, below: readonly string[], paths: ReadonlySet<string>): string | undefined {
  const path = [...(folder === "" ? [] : [folder]), ...below].join("/");
  const first = path === "" ? "__init__.py" : `${path}/__init__.py`;
  return [first, `${path}.py`].find((each) => paths.has(each));
}

/** The folder itself, and those that it is in; the last is the top. */
function foldersAbove(folder: string): string[] {
  const parts = folder === "" ? [] : folder.split("/");
  return Array.from({ length: parts.length + 1 }, (_, up) => parts.slice(0, parts.length - up).join("/"));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Whether anything was sent that could be a module of this name inside a package. */
export function hasModule(package_: string, name: string, paths: ReadonlySet<string>): boolean {
  const within = folderOf(package_);
  const path = within === "" ? name : `${within}/${name}`;
  return paths.has(`${path}.py`) || Array.from(paths).some((each) => each.startsWith(`${path}/`));
}

/** Where a package of this name may lie. */
export function placesOf(name: string, base: string): readonly string[] {
  return (isModule(name) ? [base] : foldersAbove(base)).map((folder) =>
    folder === "" ? name : `${folder}/${name}`,
  );
}

/** Every folder that something was sent in. */
export function foldersOf(paths: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(Array.from(paths, (path) => foldersAbove(folderOf(path))).flat());
}

function isFound(path: string | undefined): path is string {
  return path !== undefined;
}
