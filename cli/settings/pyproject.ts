import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parse, TomlError } from "smol-toml";
import { pythonVersions } from "../../engine/python-version.ts";
import { UsageError } from "../usage-error.ts";
import { oldestAllowed, toPythonVersion } from "./python-version.ts";
import type { Settings } from "./settings.ts";

const known = ["select", "extend-select", "ignore", "per-file-ignores", "strict", "python", "exclude"];

/** The settings of the nearest pyproject.toml that has a table for us, or those of the named file. */
export function readSettings(cwd: string, named: string | undefined): Settings {
  if (named !== undefined) {
    const file = resolve(cwd, named);
    if (!existsSync(file)) throw new UsageError(`${named}: file not found. Check --config.`);
    const { own = {}, requires } = readTables(file);
    return toSettings(file, own, requires);
  }
  let nearest: unknown;
  for (let folder = cwd; ; folder = dirname(folder)) {
    const file = join(folder, "pyproject.toml");
    const { own, requires }: Tables = existsSync(file) ? readTables(file) : {};
    nearest ??= requires;
    if (own) return toSettings(file, own, nearest);
    if (dirname(folder) === folder) return toSettings(join(cwd, "pyproject.toml"), {}, nearest);
  }
}

type Table = Readonly<Record<string, unknown>>;
/** What is meant for us in a pyproject.toml, and what the project says of its Python. */
type Tables = Readonly<{ own?: Table | undefined; requires?: unknown }>;

function readTables(file: string): Tables {
  try {
    const { tool, project } = parse(readFileSync(file, "utf8"));
    return {
      own: isTable(tool) && isTable(tool.assay) ? tool.assay : undefined,
      requires: isTable(project) ? project["requires-python"] : undefined,
    };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new UsageError(`${file}:${error.line}:${error.column}: not valid TOML.`);
  }
}

function toSettings(file: string, table: Table, requires: unknown): Settings {
  const wrong = (key: string, what: string): never => {
    throw new UsageError(`${file}: [tool.assay] ${key} ${what}.`);
  };
  for (const key of Object.keys(table))
    if (!known.includes(key)) wrong(key, `is not known. Known: ${known.join(", ")}`);
  const listOf = (key: string, value: unknown): string[] => {
    if (value === undefined) return [];
    const isList = Array.isArray(value) && value.every((item) => typeof item === "string" && item !== "");
    return isList ? (value as string[]) : wrong(key, "must be a list of strings");
  };
  const { select, ignore, exclude, python, strict = false, "per-file-ignores": perFile = {} } = table;
  if (typeof strict !== "boolean") wrong("strict", "must be true or false");
  const version = python === undefined ? oldestAllowed(requires) : toPythonVersion(python);
  if (python !== undefined && version === undefined)
    wrong("python", `must be a text, one of ${pythonVersions.join(", ")}`);
  if (!isTable(perFile)) return wrong("per-file-ignores", "must be a table of lists of rules");
  return {
    select: listOf("select", select),
    extendSelect: listOf("extend-select", table["extend-select"]),
    ignore: listOf("ignore", ignore),
    exclude: listOf("exclude", exclude),
    perFileIgnores: Object.fromEntries(
      Object.entries(perFile).map(([pattern, rules]) => [
        pattern,
        listOf(`per-file-ignores."${pattern}"`, rules),
      ]),
    ),
    strict: strict === true,
    python: version,
    pythonFrom: version && (python === undefined ? "requires-python" : "[tool.assay]"),
    root: dirname(file),
    file: Object.keys(table).length === 0 ? undefined : file,
  };
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
