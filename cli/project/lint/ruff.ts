import { dirname, join } from "node:path";
import type { RuffFinding } from "../../../engine/own-project.ts";
import { alwaysRules, ownRules } from "../../../engine/own-rules.ts";
import type { PythonVersion } from "../../../engine/python-version.ts";
import { runTool } from "../run-tool.ts";
import { createLintSettings, type LintSettings } from "./settings.ts";

/** A finding with the line at which a `noqa` comment is about it; in a notebook, with the cell that lines count in. */
export type OwnLintFinding = RuffFinding &
  Readonly<{ noqaLine: number | undefined; cell: number | undefined }>;

type Asked = Readonly<{
  ruff: string;
  root: string;
  paths: readonly string[];
  python: PythonVersion | undefined;
  cache: string;
  signal: AbortSignal;
}>;

type Linted = Readonly<{
  found: ReadonlyMap<string, readonly OwnLintFinding[]>;
  /** Files that the project's settings leave out. */
  excluded: ReadonlySet<string>;
}>;

/** What ruff's own command finds in each file, with the project's settings where it has some. */
export async function lintFiles(asked: Asked): Promise<Linted> {
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
  { ruff, root, signal }: Asked,
  paths: readonly string[],
): Promise<readonly string[]> {
  const { stdout } = await runTool([ruff, "check", "--show-files", "--force-exclude", "--", ...paths], {
    cwd: root,
    signal,
  });
  return stdout.split("\n");
}

async function lint(
  { ruff, root, python, cache, signal }: Asked,
  settings: LintSettings,
  paths: readonly string[],
): Promise<readonly (readonly [string, OwnLintFinding])[]> {
  const rules = settings.file === undefined ? ourSettings(python) : asConfigured(settings);
  const { stdout } = await runTool(
    // The project may have switched on that a check rewrites files; comments that silence are read later, for all tools.
    [ruff, "check", ...always, "--cache-dir", join(cache, "ruff"), ...rules, "--", ...paths],
    { cwd: root, signal },
  );
  return (JSON.parse(stdout) as RuffLine[]).map((each) => [each.filename, toFinding(each)] as const);
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
  cell: number | null;
}>;

function toFinding({ code: rule, message, location, noqa_row: noqaLine, cell }: RuffLine): OwnLintFinding {
  const code = rule ?? "invalid-syntax";
  const { row: line, column } = location;
  return { code, message, line, column, noqaLine: noqaLine ?? undefined, cell: cell ?? undefined };
}
