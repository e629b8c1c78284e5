import { dirname, join } from "node:path";
import type { RuffFinding } from "../../../engine/own-project.ts";
import { alwaysRules, ownIgnored, ownRules } from "../../../engine/own-rules.ts";
import type { PythonVersion } from "../../../engine/python-version.ts";
import { runTool } from "../run-tool.ts";
import { createLintSettings, type LintSettings } from "./settings.ts";

/** A finding with the line at which a `noqa` comment is about it. */
export type OwnLintFinding = RuffFinding & Readonly<{ noqaLine: number | undefined }>;

type Asked = Readonly<{
  ruff: string;
  root: string;
  paths: readonly string[];
  python: PythonVersion | undefined;
  cache: string | undefined;
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
        Promise.all(rulesFor(settings, asked.python).map(async (rules) => lint(asked, rules, paths))),
        settings.file === undefined ? paths : listIncluded(asked, paths),
      ]);
      for (const [path, finding] of findings.flat()) {
        const known = found.get(path);
        if (known?.some((each) => placeOf(each) === placeOf(finding)) === false) known.push(finding);
      }
      const included = new Set(left);
      for (const path of paths) if (!included.has(path)) excluded.add(path);
    }),
  );
  return { found, excluded };
}

type Tool = Pick<Asked, "ruff" | "root" | "signal">;

/** Whether the project's settings leave a file out. */
export async function isLeftOut(tool: Tool, path: string): Promise<boolean> {
  return !(await listIncluded(tool, [path])).includes(path);
}

async function listIncluded(
  { ruff, root, signal }: Tool,
  paths: readonly string[],
): Promise<readonly string[]> {
  const { stdout } = await runTool([ruff, "check", "--show-files", "--force-exclude", "--", ...paths], {
    cwd: root,
    signal,
  });
  return stdout.split("\n");
}

async function lint(
  { ruff, root, cache, signal }: Asked,
  rules: readonly string[],
  paths: readonly string[],
): Promise<readonly (readonly [string, OwnLintFinding])[]> {
  const kept = cache === undefined ? ["--no-cache"] : ["--cache-dir", join(cache, "ruff")];
  const { stdout } = await runTool(
    // The project may have switched on that a check rewrites files; comments that silence are read later, for all tools.
    [ruff, "check", ...always, ...kept, ...rules, "--", ...paths],
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

/** The runs of ruff that find everything. */
function rulesFor(settings: LintSettings, python: PythonVersion | undefined): readonly (readonly string[])[] {
  if (settings.file === undefined) return [ourSettings(python)];
  const hidden = alwaysRules.filter(
    (rule) => rule.startsWith("S") && isIgnoredBy(settings.ignoredSomewhere, rule),
  );
  // What is ignored there is found as well: only then can the same finding of another tool be ignored, too.
  const ignored = hidden.length === 0 ? [] : [["--isolated", "--preview", `--select=${hidden.join(",")}`]];
  return [asConfigured(settings), ...ignored];
}

function placeOf({ code, line, column }: OwnLintFinding): string {
  return `${code} ${line}:${column}`;
}

function ourSettings(python: PythonVersion | undefined): readonly string[] {
  return [
    "--isolated",
    "--preview",
    "--config=lint.explicit-preview-rules=true",
    '--config=builtins=["get_ipython"]',
    ...(python === undefined ? [] : [`--target-version=py${python.replace(".", "")}`]),
    `--select=${ownRules.join(",")}`,
    `--ignore=${ownIgnored.join(",")}`,
  ];
}

/** As the project says; what rejects code is added, but for what it ignores. */
function asConfigured(settings: LintSettings): readonly string[] {
  const added = addedRules(settings);
  return added.length === 0 ? [] : [`--extend-select=${added.join(",")}`];
}

export function addedRules({ ignored }: LintSettings): readonly string[] {
  return alwaysRules.filter((rule) => !isIgnoredBy(ignored, rule));
}

function isIgnoredBy(codes: readonly string[], rule: string): boolean {
  return codes.some((code) => code === "ALL" || rule.startsWith(code));
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
