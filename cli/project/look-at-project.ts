import { availableParallelism } from "node:os";
import { join, relative, sep } from "node:path";
import { openOwnChecks, type KeptInspections, type OwnFile } from "../../engine/own-project.ts";
import { openLog } from "../../platform/log.ts";
import { toEmpty, toFoundIn, toUnchecked } from "../checking/to-checked.ts";
import { reasonOf } from "../checking/each-file.ts";
import { importBase } from "../files/local-imports.ts";
import { shownPath } from "../files/shown-path.ts";
import { readSource, type Source } from "../files/source.ts";
import type { CheckedFile } from "../finding.ts";
import { CannotAsk } from "../judge.ts";
import { inText } from "../notebooks/lint-findings.ts";
import { isNotebook } from "../notebooks/notebook-source.ts";
import type { Settings } from "../settings/settings.ts";
import { testFiles } from "../settings/test-files.ts";
import type { Environment } from "./environment.ts";
import { findRuff } from "./lint/find-ruff.ts";
import { lintFiles, type OwnLintFinding, type UnusedNoqa } from "./lint/ruff.ts";
import { asInTests } from "./in-tests.ts";
import { createLintSettings } from "./lint/settings.ts";
import { askedFor, rulesOfProject } from "./rules-of-project.ts";
import { withComments } from "./silencing/author-comments.ts";
import { lookedFor } from "./silencing/looked-for.ts";
import { maySilence } from "./silencing/silence.ts";
import { withoutTypeComments } from "./silencing/type-comments.ts";
import type { TrustPolicy } from "./trust.ts";
import { askOwnTypes, type OwnTypes } from "./types/ask-types.ts";

type Given = Readonly<{
  root: string;
  cwd: string;
  settings: Settings;
  /** Whether comments in the files are heard. */
  trust: TrustPolicy;
  environment: Environment | undefined;
  /** The Python that has mypy and ruff. */
  python: string;
  /** A folder of packages whose types are known, too. */
  packages: string | undefined;
  /** Where the tools keep what they know; undefined: nothing is kept. */
  cache: string | undefined;
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
  const { root, cwd, settings, trust, environment, python, packages, cache, inspections, signal, onDone } =
    given;
  const { sources, unreadable } = await readAll(paths);
  const inOtherLanguages = [...sources].filter(([, { notebook }]) => notebook?.otherLanguage !== undefined);
  const skipped = new Map(inOtherLanguages);
  const named = [...sources.keys()].filter((path) => !skipped.has(path));
  const ruff = findRuff(environment, python);
  const nameOf = (path: string): string => relative(root, path).split(sep).join("/");
  const typing = askOwnTypes({
    python,
    root,
    paths: named.filter((path) => !isNotebook(path)),
    notebooks: new Map(named.filter(isNotebook).map((path) => [path, sources.get(path)!.text])),
    version: settings.python,
    environment: environment?.python,
    packages,
    shadows: trust.comments ? new Map() : withoutTypeComments(sources),
    cache: cache && join(cache, trust.comments ? "types" : "types-strict"),
    signal,
  }).catch((error: unknown) => {
    if (error instanceof CannotAsk) return untyped(named.map(nameOf), error.message);
    throw error;
  });
  const commented = trust.comments ? named.filter((path) => maySilence(sources.get(path)!.text)) : [];
  const linting = lintFiles({ ruff, root, paths: named, commented, python: settings.python, cache, signal });
  // Whichever fails first ends the run; the other must not be left alone with its own failure.
  typing.catch(() => undefined);
  const { found: linted, unused: unusedIn, excluded } = await linting;
  const lints = new Map<string, readonly OwnLintFinding[]>();
  const unused = new Map<string, readonly UnusedNoqa[]>();
  for (const [path, findings] of linted) {
    const comments = unusedIn.get(path) ?? [];
    const refused = isNotebook(path) ? findings.find(({ cell }) => cell === undefined) : undefined;
    if (refused && sources.delete(path)) {
      unreadable.set(path, refused.message);
      continue;
    }
    const { text } = sources.get(path)!;
    lints.set(path, isNotebook(path) ? inText(text, findings) : findings);
    unused.set(path, isNotebook(path) ? inText(text, comments) : comments);
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
  const checked = [...sources].filter(([path]) => !excluded.has(path) && !skipped.has(path));
  const programs = Map.groupBy(checked, ([path]) => importBase(path, (each) => sources.has(each)));
  const inspected = await Promise.all(
    Array.from(programs, async ([base, members]) =>
      checks.check(
        members.map(([path, { text }]): OwnFile => ({ path: nameOf(path), text, lint: lints.get(path)! })),
        nameOf(base),
        typing.then((typed) => typed.said),
      ),
    ),
  );
  const findings = new Map(inspected.flatMap((each) => [...each]));
  const { said, ignored, complaints } = await typing;
  const rulesIn = rulesOfProject(root, settings, { isTyped: said.isConfigured });
  const lintSettingsOf = createLintSettings();
  const isTest = testFiles(settings, root);
  const isAskedFor = askedFor(settings);
  const toFile = (path: string): CheckedFile[] => {
    const [file, source, looked] = [shownPath(cwd, path), sources.get(path), findings.get(nameOf(path))];
    if (!source) return [toUnchecked(file, unreadable.get(path)!)];
    if (excluded.has(path) || skipped.has(path)) return [];
    if (!looked || source.text.trim() === "") return [toEmpty({ file, text: source.text })];
    const isChosen = rulesIn(path);
    const found = toFoundIn({ file, text: source.text }, looked, { isChosen, strict: settings.strict });
    const told = {
      lints: lints.get(path)!,
      unusedNoqa: unused.get(path) ?? [],
      isOn: lookedFor(path, { isChosen, lintSettingsOf }),
      ignoredTypes: ignored[relative(root, path)] ?? {},
      isChosen,
      areHeard: trust.comments,
    };
    const heard = withComments(withNoqaLines(found, told.lints), told);
    return [isTest(path) ? asInTests(heard, { strict: settings.strict, isAskedFor }) : heard];
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

/** The other tools have their say where mypy fails; no file is then called valid. */
function untyped(paths: readonly string[], complaints: string): OwnTypes {
  const nothing = { messages: [], refusals: {}, isConfigured: false, hasPackages: false };
  return { said: { ...nothing, unfinished: paths, ownPackages: new Set() }, ignored: {}, complaints };
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
