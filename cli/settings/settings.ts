import type { PythonVersion } from "../../engine/python-version.ts";

/** What `[tool.assay]` and the command line say together. */
export type Settings = Readonly<{
  /** Only these rules count; empty: all. */
  select: readonly string[];
  /** These count beside what counts by default. */
  extendSelect: readonly string[];
  ignore: readonly string[];
  /** Rules ignored in files that match a pattern. */
  perFileIgnores: Readonly<Record<string, readonly string[]>>;
  /** Warnings reject too. */
  strict: boolean;
  /** What the files are checked for; unset: the default of the engine or of the service. */
  python: PythonVersion | undefined;
  /** What says so. */
  pythonFrom?: "--python" | "[tool.assay]" | "requires-python" | undefined;
  /** The interpreter whose installed packages the project uses; unset: the one of its environment, if there is one. */
  interpreter?: string | undefined;
  /** Patterns of files that are left out, as in .gitignore. */
  exclude: readonly string[];
  /** The folder that patterns are relative to. */
  root: string;
  /** Where `[tool.assay]` is; unset: nowhere. */
  file?: string | undefined;
}>;
