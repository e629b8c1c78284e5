import { devNull } from "node:os";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { OwnTypeAnswer } from "../../../engine/own-type-answer.ts";
import type { PythonVersion } from "../../../engine/python-version.ts";
import { importBase } from "../../files/local-imports.ts";
import { runTool } from "../run-tool.ts";

const program = fileURLToPath(new URL("../../../engine/python/own_project.py", import.meta.url));

export type TypesAsked = Readonly<{
  /** The Python that has mypy. */
  python: string;
  root: string;
  paths: readonly string[];
  /** The texts of notebooks. */
  notebooks: ReadonlyMap<string, string>;
  version: PythonVersion | undefined;
  /** The interpreter whose installed packages have types; undefined: the project has none. */
  environment: string | undefined;
  /** A folder of packages whose types are known, too. */
  packages: string | undefined;
  cache: string | undefined;
  /** How the folders begin in which what is read of Python's library is kept for other projects. */
  library?: string | undefined;
  /** By path: what is typed in an editor comes before what is on the disk. */
  unsaved: ReadonlyMap<string, string>;
  /** Changes with what mypy depends on beside the files: its settings, installed packages. */
  stamp: string;
  signal: AbortSignal;
}>;

/** By path and line, the codes of mypy that a `type: ignore` has silenced. */
export type IgnoredTypes = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** What mypy says, and what the user should know of its settings. */
export type OwnTypes = Readonly<{ said: OwnTypeAnswer; ignored: IgnoredTypes; complaints: string }>;

type Answer = Pick<OwnTypeAnswer, "messages" | "unfinished" | "refusals"> &
  Pick<OwnTypes, "ignored" | "complaints"> &
  Readonly<{ settings: string | null }>;

/** One build of types over all the files, as mypy itself makes it, with its cache on disk. */
export async function askOwnTypes(asked: TypesAsked): Promise<OwnTypes> {
  const { python, root, notebooks, signal } = asked;
  const question = {
    ...questionOf(asked),
    library: asked.library ?? null,
    unsaved: namedUnsaved(asked),
    notebooks: Object.fromEntries(Array.from(notebooks, ([path, text]) => [relative(root, path), text])),
  };
  const input = JSON.stringify(question);
  const { stdout } = await runTool([python, "-I", program], { cwd: root, signal, input });
  const { settings, complaints, ignored, ...answer } = JSON.parse(stdout) as Answer;
  const said = {
    ...answer,
    isConfigured: settings !== null,
    hasPackages: asked.environment !== undefined,
    ownPackages: packagesAmong(asked.paths),
  };
  return { said, ignored, complaints };
}

/** The files and the settings, as the program takes them. */
export function questionOf({ root, paths, version, environment, packages, cache }: TypesAsked) {
  const files = paths.map((path) => relative(root, path));
  return {
    files,
    cache: cache ?? devNull,
    python: environment ?? null,
    packages: packages ?? null,
    python_version: version ?? null,
    compiled: files,
  };
}

export function namedUnsaved({ root, unsaved }: TypesAsked): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from(unsaved, ([path, text]) => [relative(root, path), text]));
}

/** The names of the project's own packages, wherever they lie. */
function packagesAmong(paths: readonly string[]): ReadonlySet<string> {
  const all = new Set(paths);
  const below = paths.map((path) =>
    relative(
      importBase(path, (each) => all.has(each)),
      path,
    ).split(sep),
  );
  return new Set(below.filter(({ length }) => length > 1).map(([first = ""]) => first));
}
