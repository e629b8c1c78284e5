import { devNull } from "node:os";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { OwnTypeAnswer } from "../../../engine/own-type-answer.ts";
import type { PythonVersion } from "../../../engine/python-version.ts";
import { importBase } from "../../files/local-imports.ts";
import { runTool } from "../run-tool.ts";

const program = fileURLToPath(new URL("../../../engine/python/own_project.py", import.meta.url));

type Asked = Readonly<{
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
  /** Of some files, another text that mypy reads instead of theirs. */
  shadows: ReadonlyMap<string, string>;
  cache: string | undefined;
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
export async function askOwnTypes(asked: Asked): Promise<OwnTypes> {
  const { python, root, paths, notebooks, version, environment, packages, shadows, cache, signal } = asked;
  const files = paths.map((path) => relative(root, path));
  const question = {
    files,
    cache: cache ?? devNull,
    python: environment ?? null,
    packages: packages ?? null,
    python_version: version ?? null,
    shadows: Object.fromEntries(Array.from(shadows, ([path, text]) => [relative(root, path), text])),
    compiled: files,
    notebooks: Object.fromEntries(Array.from(notebooks, ([path, text]) => [relative(root, path), text])),
  };
  const input = JSON.stringify(question);
  const { stdout } = await runTool([python, "-I", program], { cwd: root, signal, input });
  const { settings, complaints, ignored, ...answer } = JSON.parse(stdout) as Answer;
  const said = {
    ...answer,
    isConfigured: settings !== null,
    hasPackages: environment !== undefined,
    ownPackages: packagesAmong(paths),
  };
  return { said, ignored, complaints };
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
