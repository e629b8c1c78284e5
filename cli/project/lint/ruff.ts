import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RuffFinding } from "../../../engine/own-project.ts";
import { alwaysRules, ownRules } from "../../../engine/own-rules.ts";
import type { PythonVersion } from "../../../engine/python-version.ts";
import { runTool } from "../run-tool.ts";
import { createLintSettings, type LintSettings } from "./settings.ts";

/** A finding with the line at which a `noqa` comment is about it. */
export type OwnLintFinding = RuffFinding & Readonly<{ noqaLine: number | undefined }>;

export type LintAsked = Readonly<{
  ruff: string;
  root: string;
  paths: readonly string[];
  python: PythonVersion | undefined;
  cache: string;
  /** By path: what is typed in an editor comes before what is on the disk. */
  unsaved: ReadonlyMap<string, string>;
  /** Changes with the settings. */
  stamp: string;
  signal: AbortSignal;
}>;

export type Linted = Readonly<{
  found: ReadonlyMap<string, readonly OwnLintFinding[]>;
  /** Files that the project's settings leave out. */
  excluded: ReadonlySet<string>;
}>;

/** What ruff's own command finds in each file, with the project's settings where it has some. */
export async function lintFiles(asked: LintAsked): Promise<Linted> {
  const settingsOf = createLintSettings();
  const groups = Map.groupBy(asked.paths, (path) => settingsOf(dirname(path)));
  const found = new Map<string, OwnLintFinding[]>(asked.paths.map((path) => [path, []]));
  const excluded = new Set<string>();
  await Promise.all(
    Array.from(groups, async ([settings, paths]) => {
      const [findings, left] = await Promise.all([
        lint(asked, settings, paths),
        settings.file === undefined ? paths : listIncluded(asked, paths),
      ]);
      for (const [path, finding] of findings) found.get(path)?.push(finding);
      const included = new Set(left);
      for (const path of paths) if (!included.has(path)) excluded.add(path);
    }),
  );
  return { found, excluded };
}

async function listIncluded(
  { ruff, root, signal }: LintAsked,
  paths: readonly string[],
): Promise<readonly string[]> {
  // A file that is new in an editor is not there yet.
  const [there, isNew] = [
    paths.filter((path) => existsSync(path)),
    paths.filter((path) => !existsSync(path)),
  ];
  if (there.length === 0) return isNew;
  const { stdout } = await runTool([ruff, "check", "--show-files", "--force-exclude", "--", ...there], {
    cwd: root,
    signal,
  });
  return [...stdout.split("\n"), ...isNew];
}

async function lint(
  { ruff, root, python, cache, unsaved, signal }: LintAsked,
  settings: LintSettings,
  paths: readonly string[],
): Promise<readonly (readonly [string, OwnLintFinding])[]> {
  const rules = settings.file === undefined ? ourSettings(python) : asConfigured(settings);
  // The project may have switched on that a check rewrites files; comments that silence are read later, for all tools.
  const command = [ruff, "check", ...always, "--cache-dir", join(cache, "ruff"), ...rules];
  const read = async (rest: readonly string[], input?: string): Promise<readonly RuffLine[]> => {
    const { stdout } = await runTool([...command, ...rest], { cwd: root, signal, input });
    return JSON.parse(stdout) as RuffLine[];
  };
  const saved = paths.filter((path) => !unsaved.has(path));
  const found = await Promise.all([
    ...(saved.length === 0 ? [] : [read(["--", ...saved])]),
    ...paths
      .filter((path) => unsaved.has(path))
      .map(async (path) => read(["--stdin-filename", path, "-"], unsaved.get(path))),
  ]);
  return found.flat().map((each) => [each.filename, toFinding(each)] as const);
}

const always = [
  "--no-fix",
  "--no-unsafe-fixes",
  "--ignore-noqa",
  "--force-exclude",
  "--exit-zero",
  "--quiet",
  "--output-format=json",
];

function ourSettings(python: PythonVersion | undefined): readonly string[] {
  return [
    "--isolated",
    "--preview",
    "--config=lint.explicit-preview-rules=true",
    '--config=builtins=["get_ipython"]',
    ...(python === undefined ? [] : [`--target-version=py${python.replace(".", "")}`]),
    `--select=${ownRules.join(",")}`,
  ];
}

/** As the project says; what rejects code is added, but for what it ignores. */
function asConfigured({ ignored }: LintSettings): readonly string[] {
  const added = alwaysRules.filter(
    (rule) => !ignored.some((code) => code === "ALL" || rule.startsWith(code)),
  );
  return added.length === 0 ? [] : [`--extend-select=${added.join(",")}`];
}

/** The part of ruff's JSON that is read here. */
type RuffLine = Readonly<{
  filename: string;
  code: string | null;
  message: string;
  location: Readonly<{ row: number; column: number }>;
  noqa_row: number | null;
}>;

function toFinding({ code: rule, message, location, noqa_row: noqaLine }: RuffLine): OwnLintFinding {
  const code = rule ?? "invalid-syntax";
  const { row: line, column } = location;
  return { code, message, line, column, noqaLine: noqaLine ?? undefined };
}
