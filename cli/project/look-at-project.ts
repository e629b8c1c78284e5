import { availableParallelism } from "node:os";
import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { openOwnChecks, type KeptInspections, type OwnFile } from "../../engine/own-project.ts";
import { openLog } from "../../platform/log.ts";
import { toEmpty, toFoundIn, toUnchecked } from "../checking/to-checked.ts";
import { reasonOf } from "../checking/each-file.ts";
import { importBase } from "../files/local-imports.ts";
import { shownPath } from "../files/shown-path.ts";
import { readSource, type Source } from "../files/source.ts";
import type { CheckedFile } from "../finding.ts";
import { inText } from "../notebooks/lint-findings.ts";
import { isNotebook } from "../notebooks/notebook-source.ts";
import type { Settings } from "../settings/settings.ts";
import type { Environment } from "./environment.ts";
import { lintFiles, type OwnLintFinding } from "./lint/ruff.ts";
import { rulesOfProject } from "./rules-of-project.ts";
import { askOwnTypes } from "./types/ask-types.ts";

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
  inspections: KeptInspections;
  signal: AbortSignal;
  onDone(done: number, total: number): void;
}>;

type Looked = Readonly<{
  files: readonly CheckedFile[];
  contents: ReadonlyMap<string, Buffer>;
  /** What the user should know of the settings. */
  notes: readonly string[];
}>;

/** Every tool looks at the whole project once: ruff and mypy by themselves, as its owner runs them, and the engine. */
export async function lookAtProject(paths: readonly string[], given: Given): Promise<Looked> {
  const { root, cwd, settings, environment, python, packages, cache, inspections, signal, onDone } = given;
  const { sources, unreadable } = await readAll(paths);
  const inOtherLanguages = [...sources].filter(([, { notebook }]) => notebook?.otherLanguage !== undefined);
  const skipped = new Map(inOtherLanguages);
  const named = [...sources.keys()].filter((path) => !skipped.has(path));
  const own = environment && join(environment.bin, "ruff");
  const ruff = own !== undefined && existsSync(own) ? own : join(python, "..", "ruff");
  const typing = askOwnTypes({
    python,
    root,
    paths: named.filter((path) => !isNotebook(path)),
    notebooks: new Map(named.filter(isNotebook).map((path) => [path, sources.get(path)!.text])),
    version: settings.python,
    environment: environment?.python,
    packages,
    cache: join(cache, "mypy"),
    signal,
  });
  const linting = lintFiles({ ruff, root, paths: named, python: settings.python, cache, signal });
  // Whichever fails first ends the run; the other must not be left alone with its own failure.
  typing.catch(() => undefined);
  const { found: linted, excluded } = await linting;
  const lints = new Map<string, readonly OwnLintFinding[]>();
  for (const [path, findings] of linted) {
    const refused = isNotebook(path) ? findings.find(({ cell }) => cell === undefined) : undefined;
    if (refused && sources.delete(path)) unreadable.set(path, refused.message);
    else lints.set(path, isNotebook(path) ? inText(sources.get(path)!.text, findings) : findings);
  }
  let done = 0;
  await using checks = openOwnChecks({
    threads: Math.max(1, availableParallelism() - 1),
    python: settings.python,
    kept: inspections,
    signal,
    onDone: () => onDone((done += 1), sources.size),
    log: openLog("silent"),
    metrics: { watch: () => undefined, counter: () => () => undefined, timer: () => () => undefined },
  });
  const nameOf = (path: string): string => relative(root, path).split(sep).join("/");
  const checked = [...sources].filter(
    ([path, { text }]) => !excluded.has(path) && !skipped.has(path) && text.trim() !== "",
  );
  const programs = Map.groupBy(checked, ([path]) => importBase(path, (each) => sources.has(each)));
  const found = await Promise.all(
    Array.from(programs, async ([base, members]) =>
      checks.check(
        members.map(([path, { text }]): OwnFile => ({ path: nameOf(path), text, lint: lints.get(path)! })),
        nameOf(base),
        typing.then((typed) => typed.said),
      ),
    ),
  );
  const findings = new Map(found.flatMap((each) => [...each]));
  const { said, complaints } = await typing;
  const rulesIn = rulesOfProject(root, settings, { isTyped: said.isConfigured });
  const toFile = (path: string): CheckedFile[] => {
    const [file, source, looked] = [shownPath(cwd, path), sources.get(path), findings.get(nameOf(path))];
    if (!source) return [toUnchecked(file, unreadable.get(path)!)];
    if (excluded.has(path) || skipped.has(path)) return [];
    if (!looked) return [toEmpty({ file, text: source.text })];
    const rules = { isChosen: rulesIn(path), strict: settings.strict };
    return [toFoundIn({ file, text: source.text }, looked, rules)].map((each) =>
      withNoqaLines(each, lints.get(path)!),
    );
  };
  return {
    files: paths.flatMap(toFile),
    contents: new Map(Array.from(sources, ([path, { bytes }]) => [path, bytes])),
    notes: [
      ...complaints.split("\n").filter((line) => line.trim() !== ""),
      ...inOtherLanguages.map(
        ([path, { notebook }]) =>
          `${shownPath(cwd, path)}: skipped, its language is ${notebook?.otherLanguage}, not Python.`,
      ),
    ],
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

async function readAll(paths: readonly string[]) {
  const sources = new Map<string, Source>();
  const unreadable = new Map<string, string>();
  for (const path of paths)
    try {
      sources.set(path, await readSource(path));
    } catch (error) {
      unreadable.set(path, reasonOf(error));
    }
  return { sources, unreadable };
}
