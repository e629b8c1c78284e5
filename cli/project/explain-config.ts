import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { shownPath } from "../files/shown-path.ts";
import { havePython } from "../python/python-tools.ts";
import type { Settings } from "../settings/settings.ts";
import type { Terminal } from "../terminal.ts";
import { findEnvironment, type Environment } from "./around/environment.ts";
import { findRoot } from "./around/find-root.ts";
import { findRuff } from "./lint/find-ruff.ts";
import { addedRules, isLeftOut } from "./lint/ruff.ts";
import { createLintSettings } from "./lint/settings.ts";
import { skippedByBandit } from "./rules-of-project.ts";
import { runTool } from "./run-tool.ts";
import { packagesIn } from "../user-folders.ts";

const ofTypes = fileURLToPath(new URL("../../engine/python/own_settings.py", import.meta.url));

/** What mypy says of its settings for one file. */
type TypeSettings = Readonly<{
  settings: string | null;
  options: Readonly<Record<string, unknown>>;
  own: boolean;
  complaints: string;
}>;

/** Which settings apply to a file, and where each comes from: lines of a name and what is said of it. */
export async function explainConfig(path: string, settings: Settings, terminal: Terminal): Promise<string> {
  const { env, cwd, signal } = terminal;
  const { folder: root } = findRoot([path]);
  const environment = findEnvironment({ root, env, python: settings.interpreter });
  const python = await havePython(terminal);
  const ruff = findRuff(environment, python);
  const lint = createLintSettings()(dirname(path));
  const [leftOut, version, types] = await Promise.all([
    lint.file === undefined ? false : isLeftOut({ ruff, root, signal }, path),
    runTool([ruff, "--version"], { cwd: root, signal }),
    askTypes({ python, root, path, environment, signal }),
  ]);
  const shown = (file: string): string => shownPath(cwd, file);
  const packages = packagesIn(env);
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ["project", [shown(root) || "."]],
    ["environment", describeEnvironment(environment, shown, packages)],
    ["Python", [describePython(settings)]],
    ["[tool.assay]", describeOwn(settings, shown)],
    ["ruff", describeLint(lint, { path, leftOut, version: version.stdout.trim(), ruff: shown(ruff), shown })],
    ["mypy", describeTypes(types, shown)],
    ["bandit", describeBandit(root)],
  ];
  const width = Math.max(...parts.map(([name]) => name.length)) + 2;
  const lines = parts.flatMap(([name, said]) =>
    said.map((line, at) => `  ${(at === 0 ? name : "").padEnd(width)}${line}`.trimEnd()),
  );
  return `${shown(path)}\n${lines.join("\n")}\n`;
}

type Shown = (file: string) => string;

function describeEnvironment(
  environment: Environment | undefined,
  shown: Shown,
  packages: string | undefined,
): readonly string[] {
  const more = packages === undefined ? [] : [`packages of ${shown(packages)} are known too`];
  if (environment) return [`${shown(environment.python)} (${environment.from})`, ...more];
  return ["none found: types of installed packages are not known; name one with --python PATH", ...more];
}

function describePython({ python, pythonFrom }: Settings): string {
  return python === undefined
    ? "3.13, where mypy's settings do not name another"
    : `${python} (${pythonFrom})`;
}

function describeOwn(settings: Settings, shown: Shown): readonly string[] {
  const { select, extendSelect, ignore, perFileIgnores, exclude, strict } = settings;
  const lists = { select, "extend-select": extendSelect, ignore, exclude };
  const told = [
    ...Object.entries(lists)
      .filter(([, list]) => list.length > 0)
      .map(([name, list]) => `${name}: ${list.join(", ")}`),
    ...Object.entries(perFileIgnores).map(
      ([pattern, rules]) => `per-file-ignores of ${pattern}: ${rules.join(", ")}`,
    ),
    ...(strict ? ["strict: warnings reject"] : []),
  ];
  return [settings.file === undefined ? "no such table" : shown(settings.file), ...told];
}

type LintDescription = Readonly<{
  path: string;
  leftOut: boolean;
  version: string;
  ruff: string;
  shown: Shown;
}>;

function describeLint(
  settings: ReturnType<ReturnType<typeof createLintSettings>>,
  { path, leftOut, version, ruff, shown }: LintDescription,
): readonly string[] {
  const tool = `${version}: ${ruff}`;
  if (settings.file === undefined)
    return ["no settings: the default rules of Assay (docs/command-line.md)", tool];
  const here = settings.ignoredIn(path);
  return [
    settings.files.map(shown).join(", extends "),
    tool,
    ...(leftOut ? ["leaves this file out: it is not checked"] : []),
    `looked for beside the project's rules, because they reject: ${addedRules(settings).length} rules`,
    ...(settings.ignored.length > 0 ? [`ignored: ${settings.ignored.join(", ")}`] : []),
    ...(here.length > 0 ? [`ignored in this file: ${here.join(", ")}`] : []),
    `\`ruff check --show-settings ${shown(path)}\` prints all`,
  ];
}

function describeTypes(
  { settings, options, own, complaints }: TypeSettings,
  shown: Shown,
): readonly string[] {
  const said = complaints.split("\n").filter((line) => line.trim() !== "");
  if (settings === null)
    return ["no settings: what mypy says by default, without what it only guesses", ...said];
  return [
    shown(settings),
    ...Object.entries(options).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
    ...(own ? ["the project's own mypy is asked, for its plugins"] : []),
    ...said,
  ];
}

function describeBandit(root: string): readonly string[] {
  const skipped = skippedByBandit(root);
  return [skipped.length === 0 ? "skips nothing" : `skips: ${skipped.join(", ")} (pyproject.toml)`];
}

type AskedTypes = Readonly<{
  python: string;
  root: string;
  path: string;
  environment: Environment | undefined;
  signal: AbortSignal;
}>;

async function askTypes({ python, root, path, environment, signal }: AskedTypes): Promise<TypeSettings> {
  const input = JSON.stringify({ file: relative(root, path), python: environment?.python ?? null });
  const { stdout } = await runTool([python, "-I", ofTypes], { cwd: root, signal, input });
  return JSON.parse(stdout) as TypeSettings;
}
