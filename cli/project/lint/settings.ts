import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import createIgnore from "ignore";
import { parse } from "smol-toml";

/** What a project says of ruff's rules, as far as it decides what is looked for beside them. */
export type LintSettings = Readonly<{
  /** The file that configures the files of a folder; undefined: none does. */
  file: string | undefined;
  /** Those that it extends, too. */
  files: readonly string[];
  /** Codes, or how they begin, that the project does not want to hear of. */
  ignored: readonly string[];
  /** The same for some files. */
  ignoredIn(path: string): readonly string[];
  /** All of these, for whichever file. */
  ignoredSomewhere: readonly string[];
}>;

type Table = Readonly<Record<string, unknown>>;

const none: LintSettings = {
  file: undefined,
  files: [],
  ignored: [],
  ignoredIn: () => [],
  ignoredSomewhere: [],
};

/** Reads each file once, and answers for each folder. */
export function createLintSettings(): (folder: string) => LintSettings {
  const known = new Map<string, LintSettings>();
  const of = (folder: string): LintSettings => {
    const before = known.get(folder);
    if (before) return before;
    const file = configIn(folder);
    const above = dirname(folder);
    const settings = file !== undefined ? readSettings(file) : above === folder ? none : of(above);
    known.set(folder, settings);
    return settings;
  };
  return of;
}

/** In the order in which ruff prefers them. */
function configIn(folder: string): string | undefined {
  for (const name of [".ruff.toml", "ruff.toml"]) {
    const path = join(folder, name);
    if (existsSync(path)) return path;
  }
  const path = join(folder, "pyproject.toml");
  return existsSync(path) && tableOf(path) !== undefined ? path : undefined;
}

/** Ruff itself says what is wrong in a file that cannot be read; here it has nothing to say. */
function tableOf(path: string): Table | undefined {
  try {
    const read: Table = parse(readFileSync(path, "utf8"));
    if (!path.endsWith("pyproject.toml")) return read;
    const { tool } = read as { tool?: { ruff?: Table } };
    return tool?.ruff;
  } catch {
    return undefined;
  }
}

function readSettings(file: string, seen: readonly string[] = []): LintSettings {
  const table = tableOf(file) ?? {};
  const { extend } = table;
  const extended = typeof extend === "string" ? resolve(dirname(file), extend) : undefined;
  const isNew = extended !== undefined && existsSync(extended) && !seen.includes(extended);
  const base = isNew ? readSettings(extended, [...seen, file]) : none;
  const tables = [table, isTable(table["lint"]) ? table["lint"] : {}];
  const ignored = tables.flatMap((each) => [...listOf(each["ignore"]), ...listOf(each["extend-ignore"])]);
  const patterns = tables.flatMap((each) =>
    [each["per-file-ignores"], each["extend-per-file-ignores"]]
      .filter(isTable)
      .flatMap((one) => Object.entries(one)),
  );
  const perFile = patterns.map(([pattern, rules]) => ({
    covers: covering(pattern, dirname(file)),
    rules: listOf(rules),
  }));
  return {
    file,
    files: [file, ...base.files],
    ignored: [...ignored, ...base.ignored],
    ignoredSomewhere: [...ignored, ...perFile.flatMap(({ rules }) => rules), ...base.ignoredSomewhere],
    ignoredIn: (path) => [
      ...perFile.filter(({ covers }) => covers(path)).flatMap(({ rules }) => rules),
      ...base.ignoredIn(path),
    ],
  };
}

/** `!pattern` means every file but these. */
function covering(pattern: string, folder: string): (path: string) => boolean {
  const isNegated = pattern.startsWith("!");
  const patterns = createIgnore().add(isNegated ? pattern.slice(1) : pattern);
  return (path) => {
    const inside = relative(folder, path).replaceAll("\\", "/");
    if (inside === "" || inside.startsWith("..")) return false;
    return patterns.ignores(inside) !== isNegated;
  };
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
