import { availableParallelism } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import {
  openOwnChecks,
  type KeptInspections,
  type OwnChecks,
  type OwnFile,
} from "../../engine/own-project.ts";
import { isQuietWarning } from "../../engine/own-rules.ts";
import type { PythonVersion } from "../../engine/python-version.ts";
import { openLog } from "../../platform/log.ts";
import { toEmpty, toFoundIn, toUnchecked } from "../checking/to-checked.ts";
import { importBase } from "../files/local-imports.ts";
import { shownPath } from "../files/shown-path.ts";
import type { CheckedFile, FileFinding } from "../finding.ts";
import { CannotAsk } from "../judge.ts";
import { inText } from "../notebooks/lint-findings.ts";
import { isNotebook } from "../notebooks/notebook-source.ts";
import type { Settings } from "../settings/settings.ts";
import { testFiles } from "../settings/test-files.ts";
import type { Environment } from "./around/environment.ts";
import { findRuff } from "./lint/find-ruff.ts";
import { lintFiles, type LintAsked, type Linted, type OwnLintFinding, type UnusedNoqa } from "./lint/ruff.ts";
import { asInTests } from "./in-tests.ts";
import { createLintSettings } from "./lint/settings.ts";
import { readSources, type Sources } from "./read-sources.ts";
import { askedFor, codesAskedFor, rulesOfProject } from "./rules-of-project.ts";
import { withComments } from "./silencing/author-comments.ts";
import { lookedFor } from "./silencing/looked-for.ts";
import { maySilence } from "./silencing/silence.ts";
import { withoutTypeComments } from "./silencing/type-comments.ts";
import type { TrustPolicy } from "./trust.ts";
import { askOwnTypes, type OwnTypes, type TypesAsked } from "./types/ask-types.ts";

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
  const { root, cwd, settings, trust, environment, python, packages, cache, unsaved, stamp, signal } = given;
  const { sources: readable, unreadable: refusedToRead } = await read(paths);
  const [sources, unreadable] = [new Map(readable), new Map(refusedToRead)];
  const inOtherLanguages = [...sources].filter(([, { notebook }]) => notebook?.otherLanguage !== undefined);
  const skipped = new Map(inOtherLanguages);
  const named = [...sources.keys()].filter((path) => !skipped.has(path));
  const nameOf = (path: string): string => relative(root, path).split(sep).join("/");
  // Comments that are not heard are not there for mypy.
  const unheard = trust.comments ? new Map<string, string>() : withoutTypeComments(sources);
  const typing = askTypes(
    {
      root,
      stamp,
      signal,
      python,
      paths: named.filter((path) => !isNotebook(path)),
      notebooks: new Map(
        named.filter(isNotebook).map((path) => [path, unheard.get(path) ?? sources.get(path)!.text]),
      ),
      version: settings.python,
      environment: environment?.python,
      packages,
      unsaved: new Map([...unsaved, ...[...unheard].filter(([path]) => !isNotebook(path))]),
      cache: cache && join(cache, trust.comments ? "types" : "types-strict"),
      library: cache && join(dirname(cache), "library"),
    },
    sources,
  ).catch((error: unknown) => {
    if (error instanceof CannotAsk) return untyped(named.map(nameOf), error.message);
    throw error;
  });
  const commented = trust.comments ? named.filter((path) => maySilence(sources.get(path)!.text)) : [];
  const ruff = findRuff(environment, python);
  const linting = lint(
    {
      root,
      stamp,
      signal,
      ruff,
      paths: named,
      commented,
      python: settings.python,
      asked: codesAskedFor(settings),
      cache,
      unsaved,
    },
    sources,
  );
  // Whichever fails first ends the run; the other must not be left alone with its own failure.
  const types = typing.then(({ said }) => said);
  types.catch(() => undefined);
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
  const checked = [...sources].filter(([path]) => !excluded.has(path) && !skipped.has(path));
  const programs = Map.groupBy(checked, ([path]) => importBase(path, (each) => sources.has(each)));
  const inspected = await Promise.all(
    Array.from(programs, async ([base, members]) =>
      checks.check(
        members.map(([path, { text }]): OwnFile => ({ path: nameOf(path), text, lint: lints.get(path)! })),
        nameOf(base),
        types,
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
    const { strict } = settings;
    const counted = isTest(path) ? asInTests(heard, { strict, isAskedFor }) : heard;
    const isTold = (each: FileFinding): boolean => strict || isAskedFor(each.rule) || !isQuietWarning(each);
    return [{ ...counted, findings: counted.findings.filter(isTold) }];
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
