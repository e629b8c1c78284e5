import { availableParallelism } from "node:os";
import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import {
  openOwnChecks,
  type KeptInspections,
  type OwnChecks,
  type OwnFile,
} from "../../engine/own-project.ts";
import type { PythonVersion } from "../../engine/python-version.ts";
import { openLog } from "../../platform/log.ts";
import { toEmpty, toFoundIn, toUnchecked } from "../checking/to-checked.ts";
import { importBase } from "../files/local-imports.ts";
import { shownPath } from "../files/shown-path.ts";
import type { CheckedFile } from "../finding.ts";
import type { Settings } from "../settings/settings.ts";
import type { Environment } from "./environment.ts";
import { lintFiles, type LintAsked, type Linted, type OwnLintFinding } from "./lint/ruff.ts";
import { readSources, type Sources } from "./read-sources.ts";
import { rulesOfProject } from "./rules-of-project.ts";
import { askOwnTypes, type OwnTypes, type TypesAsked } from "./types/ask-types.ts";

type Given = Readonly<{
  root: string;
  cwd: string;
  settings: Settings;
  environment: Environment | undefined;
  /** The Python that has mypy and ruff. */
  python: string;
  /** A folder of packages whose types are known, too. */
  packages: string | undefined;
  cache: string;
  /** By path: what is typed in an editor comes before what is on the disk. */
  unsaved: ReadonlyMap<string, string>;
  /** Changes with all that findings depend on beside the files. */
  stamp: string;
  signal: AbortSignal;
}>;

type Counted = Readonly<{ inspections: KeptInspections; onDone(done: number, total: number): void }>;

type Looked = Readonly<{
  files: readonly CheckedFile[];
  contents: ReadonlyMap<string, Buffer>;
  /** What the user should know of the settings. */
  notes: readonly string[];
}>;

/** Who looks. Some keep what they know from one look to the next. */
export type ProjectTools = Readonly<{
  read(paths: readonly string[]): Promise<Sources>;
  lint(asked: LintAsked, sources: Sources["sources"]): Promise<Linted>;
  types(asked: TypesAsked, sources: Sources["sources"]): Promise<OwnTypes>;
  checks: Pick<OwnChecks, "check">;
}>;

/** What every tool says of the whole project, all of them started for this. */
export async function lookAtProject(paths: readonly string[], given: Given & Counted): Promise<Looked> {
  let done = 0;
  await using checks = openChecks({
    ...given,
    python: given.settings.python,
    onDone: () => given.onDone((done += 1), paths.length),
  });
  // Awaited here: what looks is disposed of with this function.
  return await lookWith({ read: readSources, lint: lintFiles, types: askOwnTypes, checks }, paths, given);
}

/** The threads in which the engine looks at texts. */
export function openChecks(
  needs: Pick<Given, "signal"> &
    Pick<Counted, "inspections"> &
    Readonly<{ python: PythonVersion | undefined; onDone(): void }>,
): OwnChecks {
  return openOwnChecks({
    threads: Math.max(1, availableParallelism() - 1),
    python: needs.python,
    kept: needs.inspections,
    signal: needs.signal,
    onDone: needs.onDone,
    log: openLog("silent"),
    metrics: { watch: () => undefined, counter: () => () => undefined, timer: () => () => undefined },
  });
}

/** Every tool looks at the whole project once: ruff and mypy by themselves, as its owner runs them, and the engine. */
export async function lookWith(
  { read, lint, types: askTypes, checks }: ProjectTools,
  paths: readonly string[],
  given: Given,
): Promise<Looked> {
  const { root, cwd, settings, environment, python, packages, cache, unsaved, stamp, signal } = given;
  const { sources, unreadable } = await read(paths);
  const named = [...sources.keys()];
  const own = environment && join(environment.bin, "ruff");
  const ruff = own !== undefined && existsSync(own) ? own : join(python, "..", "ruff");
  const about = { root, paths: named, unsaved, stamp, signal };
  const typing = askTypes(
    {
      ...about,
      python,
      version: settings.python,
      environment: environment?.python,
      packages,
      cache: join(cache, "mypy"),
    },
    sources,
  );
  const linting = lint({ ...about, ruff, python: settings.python, cache }, sources);
  // Whichever fails first ends the run; the other must not be left alone with its own failure.
  const types = typing.then(({ said }) => said);
  types.catch(() => undefined);
  const { found: lints, excluded } = await linting;
  const nameOf = (path: string): string => relative(root, path).split(sep).join("/");
  const checked = [...sources].filter(([path, { text }]) => !excluded.has(path) && text.trim() !== "");
  const programs = Map.groupBy(checked, ([path]) => importBase(path, (each) => sources.has(each)));
  const found = await Promise.all(
    Array.from(programs, async ([base, members]) =>
      checks.check(
        members.map(([path, { text }]): OwnFile => ({ path: nameOf(path), text, lint: lints.get(path)! })),
        nameOf(base),
        types,
      ),
    ),
  );
  const findings = new Map(found.flatMap((each) => [...each]));
  const { said, complaints } = await typing;
  const rulesIn = rulesOfProject(root, settings, { isTyped: said.isConfigured });
  const toFile = (path: string): CheckedFile[] => {
    const [file, source, looked] = [shownPath(cwd, path), sources.get(path), findings.get(nameOf(path))];
    if (!source) return [toUnchecked(file, unreadable.get(path)!)];
    if (excluded.has(path)) return [];
    if (!looked) return [toEmpty({ file, text: source.text })];
    const rules = { isChosen: rulesIn(path), strict: settings.strict };
    return [toFoundIn({ file, text: source.text }, looked, rules)].map((each) =>
      withNoqaLines(each, lints.get(path)!),
    );
  };
  return {
    files: paths.flatMap(toFile),
    contents: new Map(Array.from(sources, ([path, { bytes }]) => [path, bytes])),
    notes: complaints.split("\n").filter((line) => line.trim() !== ""),
  };
}

/** A comment that silences a finding may stand at another line than it. */
function withNoqaLines(checked: CheckedFile, lints: readonly OwnLintFinding[]): CheckedFile {
  const lines = new Map(lints.map(({ code, line, noqaLine }) => [`ruff:${code} ${line}`, noqaLine]));
  const findings = checked.findings.map((finding) => {
    const noqaLine = lines.get(`${finding.rule} ${finding.line}`);
    return noqaLine === undefined ? finding : { ...finding, noqaLine };
  });
  return { ...checked, findings };
}
