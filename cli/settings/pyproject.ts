import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parse, TomlError } from "smol-toml";
import { UsageError } from "../usage-error.ts";
import type { Settings } from "./settings.ts";

const known = ["select", "ignore", "per-file-ignores", "strict", "exclude"];

/** The settings of the nearest pyproject.toml that has a table for us, or those of the named file. */
export function readSettings(cwd: string, named: string | undefined): Settings {
  if (named !== undefined) {
    const file = resolve(cwd, named);
    if (!existsSync(file)) throw new UsageError(`${named}: file not found. Check --config.`);
    return toSettings(file, readTable(file) ?? {});
  }
  for (let folder = cwd; ; folder = dirname(folder)) {
    const file = join(folder, "pyproject.toml");
    const table = existsSync(file) ? readTable(file) : undefined;
    if (table) return toSettings(file, table);
    if (dirname(folder) === folder) return toSettings(join(cwd, "pyproject.toml"), {});
  }
}

type Table = Readonly<Record<string, unknown>>;

function readTable(file: string): Table | undefined {
  try {
    const { tool } = parse(readFileSync(file, "utf8"));
    return isTable(tool) && isTable(tool.assay) ? tool.assay : undefined;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new UsageError(`${file}:${error.line}:${error.column}: not valid TOML.`);
  }
}

function toSettings(file: string, table: Table): Settings {
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
  const { select, ignore, exclude, strict = false, "per-file-ignores": perFile = {} } = table;
  if (typeof strict !== "boolean") wrong("strict", "must be true or false");
  if (!isTable(perFile)) return wrong("per-file-ignores", "must be a table of lists of rules");
  return {
    select: listOf("select", select),
    ignore: listOf("ignore", ignore),
    exclude: listOf("exclude", exclude),
    perFileIgnores: Object.fromEntries(
      Object.entries(perFile).map(([pattern, rules]) => [
        pattern,
        listOf(`per-file-ignores."${pattern}"`, rules),
      ]),
    ),
    strict: strict === true,
    root: dirname(file),
  };
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
