import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RuffFinding } from "../../../engine/own-project.ts";
import { alwaysRules, ownIgnored, ownRules } from "../../../engine/own-rules.ts";
import type { PythonVersion } from "../../../engine/python-version.ts";
import { runTool } from "../run-tool.ts";
import { createLintSettings, type LintSettings } from "./settings.ts";

/**
 * A finding with the line at which a `noqa` comment is about it, and whether ruff itself is silenced there; in a notebook,
 * with the cell that lines count in.
 */
export type OwnLintFinding = RuffFinding &
  Readonly<{ noqaLine: number | undefined; cell: number | undefined; isSilenced: boolean }>;

/** A comment for ruff, and the codes in it that silence nothing. */
export type UnusedNoqa = Readonly<{
  line: number;
  noqaLine: number | undefined;
  cell: number | undefined;
  column: number;
  codes: readonly string[];
}>;

export type LintAsked = Readonly<{
  ruff: string;
  root: string;
  paths: readonly string[];
  /** Those in which comments may silence ruff. */
  commented: readonly string[];
  python: PythonVersion | undefined;
  /** Codes that are looked for beside the others. */
  asked: readonly string[];
  cache: string | undefined;
  /** By path: what is typed in an editor comes before what is on the disk. */
  unsaved: ReadonlyMap<string, string>;
  /** Changes with the settings. */
  stamp: string;
  signal: AbortSignal;
}>;

export type Linted = Readonly<{
  found: ReadonlyMap<string, readonly OwnLintFinding[]>;
  unused: ReadonlyMap<string, readonly UnusedNoqa[]>;
  /** Files that the project's settings leave out. */
  excluded: ReadonlySet<string>;
}>;

/** What ruff's own command finds in each file, with the project's settings where it has some. */
export async function lintFiles(asked: LintAsked): Promise<Linted> {
  const settingsOf = createLintSettings();
  const groups = Map.groupBy(asked.paths, (path) => settingsOf(dirname(path)));
  const found = new Map<string, OwnLintFinding[]>(asked.paths.map((path) => [path, []]));
  const unused = new Map<string, UnusedNoqa[]>();
  const excluded = new Set<string>();
  const commented = new Set(asked.commented);
  await Promise.all(
    Array.from(groups, async ([settings, paths]) => {
      const [rules = [], ...hidden] = rulesFor(settings, asked);
      const [findings, ignored, heard, left] = await Promise.all([
        lint(asked, rules, { paths, hearsComments: false }),
        Promise.all(hidden.map(async (each) => lint(asked, each, { paths, hearsComments: false }))),
        lint(asked, rules, { paths: paths.filter((path) => commented.has(path)), hearsComments: true }),
        settings.file === undefined ? paths : listIncluded(asked, paths),
      ]);
      const places = new Set(findings.map(placeOf));
      const told = new Set(heard.map(placeOf));
      // Where comments are not heard, ruff takes each for unused.
      for (const each of findings.filter(({ code }) => code !== unusedComment))
        found.get(each.filename)?.push({
          ...toFinding(each),
          isSilenced: commented.has(each.filename) && !told.has(placeOf(each)),
        });
      for (const each of ignored.flat().filter((one) => !places.has(placeOf(one))))
        found.get(each.filename)?.push({ ...toFinding(each), isSilenced: false });
      for (const each of heard.filter(
        ({ code }) => code === unusedComment && !isIgnoredBy(settings.ignored, unusedComment),
      ))
        unused.set(each.filename, [...(unused.get(each.filename) ?? []), toUnused(each)]);
      const included = new Set(left);
      for (const path of paths) if (!included.has(path)) excluded.add(path);
    }),
  );
  return { found, unused, excluded };
}

/** Ruff's own rule about comments that silence nothing; it sees them only where it hears them. */
const unusedComment = "RUF100";

function placeOf({ filename, cell, code, location: { row, column } }: RuffLine): string {
  return `${code} ${cell} ${row}:${column} ${filename}`;
}

/** It says which codes are unused, and names beside them those that it does not look for. */
function toUnused({ message, cell, location: { row: line, column } }: RuffLine): UnusedNoqa {
  const [, listed = ""] = /\(unused: ([^;)]*)/.exec(message) ?? [];
  const place = { line, column, noqaLine: undefined, cell: cell ?? undefined };
  return { ...place, codes: Array.from(listed.matchAll(/`([^`]+)`/g), ([, code = ""]) => code) };
}

type Tool = Pick<LintAsked, "ruff" | "root" | "signal">;

/** Whether the project's settings leave a file out. */
export async function isLeftOut(tool: Tool, path: string): Promise<boolean> {
  return !(await listIncluded(tool, [path])).includes(path);
}

async function listIncluded(
  { ruff, root, signal }: Tool,
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

type Lint = Readonly<{ paths: readonly string[]; hearsComments: boolean }>;

async function lint(
  { ruff, root, cache, unsaved, signal }: LintAsked,
  rules: readonly string[],
  { paths, hearsComments }: Lint,
): Promise<readonly RuffLine[]> {
  const kept = cache === undefined ? ["--no-cache"] : ["--cache-dir", join(cache, "ruff")];
  const comments = hearsComments ? `--extend-select=${unusedComment}` : "--ignore-noqa";
  // The project may have switched on that a check rewrites files.
  const command = [ruff, "check", ...always, comments, ...kept, ...rules];
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
  return found.flat();
}

const always = [
  "--no-fix",
  "--no-unsafe-fixes",
  "--force-exclude",
  "--exit-zero",
  "--quiet",
  "--output-format=json",
];

/** The runs of ruff that find everything. */
function rulesFor(settings: LintSettings, lint: LintAsked): readonly (readonly string[])[] {
  if (settings.file === undefined) return [ourSettings(lint)];
  const hidden = alwaysRules.filter(
    (rule) => rule.startsWith("S") && isIgnoredBy(settings.ignoredSomewhere, rule),
  );
  // What is ignored there is found as well: only then can the same finding of another tool be ignored, too.
  const ignored = hidden.length === 0 ? [] : [["--isolated", "--preview", `--select=${hidden.join(",")}`]];
  return [asConfigured(settings, lint), ...ignored];
}

function ourSettings({ python, asked }: LintAsked): readonly string[] {
  const ignored = ownIgnored.filter((rule) => !isIgnoredBy(asked, rule));
  return [
    "--isolated",
    "--preview",
    "--config=lint.explicit-preview-rules=true",
    '--config=builtins=["get_ipython"]',
    ...(python === undefined ? [] : [`--target-version=py${python.replace(".", "")}`]),
    `--select=${[...ownRules, ...asked].join(",")}`,
    `--ignore=${ignored.join(",")}`,
  ];
}

/** As the project says; what rejects code is added, but for what it ignores. */
function asConfigured(settings: LintSettings, { asked }: LintAsked): readonly string[] {
  const added = [...addedRules(settings), ...asked];
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
  cell: number | null;
}>;

function toFinding({
  code: rule,
  message,
  location,
  noqa_row: noqaLine,
  cell,
}: RuffLine): Omit<OwnLintFinding, "isSilenced"> {
  const code = rule ?? "invalid-syntax";
  const { row: line, column } = location;
  return { code, message, line, column, noqaLine: noqaLine ?? undefined, cell: cell ?? undefined };
}
