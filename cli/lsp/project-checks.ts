import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { systemClock } from "../../platform/clock.ts";
import { exclusionOf, findFiles } from "../files/find-files.ts";
import { shownPath } from "../files/shown-path.ts";
import { readSource } from "../files/source.ts";
import type { CheckedFile } from "../finding.ts";
import { openLiveProject, type ProjectState } from "../project/live/live-project.ts";
import { isNotebook } from "../notebooks/notebook-source.ts";
import { ownersWord } from "../project/trust.ts";
import { readSettings } from "../settings/pyproject.ts";
import type { Terminal } from "../terminal.ts";
import { withCarriedTypes } from "./carried-types.ts";
import type { Snapshot } from "./documents.ts";
import type { Editor } from "./editor.ts";
import type { Results } from "./results.ts";
import { toDiagnostics } from "./to-diagnostic.ts";

/** Where somebody stops to type without saving, the whole build confirms what is kept in memory after this time. */
const settledMs = 1000;

/** A document that is in a file. */
export type FileSnapshot = Snapshot & Readonly<{ path: string }>;

/** The checks of one project: of a workspace folder, or of a file outside of them all. */
export type ProjectChecks = Readonly<{
  /** Begins a round after a pause, in which nothing else may happen in the project. */
  begin(pauseMs: number): void;
}> &
  AsyncDisposable;

type Needs = Readonly<{
  terminal: Terminal;
  editor: Editor;
  results: Results;
  /** The open documents of this project. */
  open(): readonly FileSnapshot[];
  isCurrent(snapshot: Snapshot): boolean;
  fail(snapshots: readonly Snapshot[], error: unknown): void;
  tellBusy(isBusy: boolean): void;
  /** Files that are not open are of interest, too. */
  wantsAll: boolean;
}>;

type Place = Readonly<{ folder: string }> | Readonly<{ path: string }>;

export function openProjectChecks(place: Place, needs: Needs): ProjectChecks {
  const { editor, results, open, isCurrent, fail, tellBusy, wantsAll } = needs;
  const folder = "folder" in place ? place.folder : dirname(place.path);
  const closing = new AbortController();
  const terminal: Terminal = {
    ...needs.terminal,
    cwd: folder,
    signal: AbortSignal.any([needs.terminal.signal, closing.signal]),
  };
  let [isRead, isLate] = [false, false];
  let reading: Promise<void> | undefined;
  let [running, isWanted]: [Promise<void> | undefined, boolean] = [undefined, false];
  let isPaused = false;
  let pause = new AbortController();
  let newer = new AbortController();
  let onDone = (): void => undefined;
  const live = openLiveProject(terminal, { trust: ownersWord, tell: editor.log, onDone: () => onDone() });

  async function stateNow(documents: readonly FileSnapshot[]): Promise<ProjectState> {
    const settings = readSettings(folder, undefined);
    const isExcluded = exclusionOf(settings);
    // An editor has its own way with cells.
    const found =
      "folder" in place ? findFiles(folder, ["."], settings).files.filter((path) => !isNotebook(path)) : [];
    const others = documents
      .map(({ path }) => path)
      .filter((path) => !found.includes(path) && !isExcluded(path));
    const unsaved = new Map<string, string>();
    for (const { path, text } of documents) {
      const saved = await readSource(path).catch(() => undefined);
      if (saved?.text !== text) unsaved.set(path, text);
    }
    return { paths: [...found, ...others], settings, unsaved };
  }

  function show(
    documents: readonly FileSnapshot[],
    files: readonly CheckedFile[],
    { isTyped }: Readonly<{ isTyped: boolean }>,
  ): void {
    const byName = new Map(files.map((each) => [each.file, each]));
    for (const snapshot of documents.filter(isCurrent)) {
      const { uri, version, path } = snapshot;
      const own = byName.get(shownPath(folder, path));
      const checked = own && !isTyped ? withCarriedTypes(own, results.find(uri)?.checked) : own;
      // What the settings leave out has no findings.
      results.set(uri, { version, diagnostics: checked ? toDiagnostics(checked) : [], checked });
    }
    if (!isTyped || !wantsAll) return;
    const isOpen = new Set(documents.map(({ path }) => shownPath(folder, path)));
    for (const checked of files.filter(({ file }) => !isOpen.has(file))) {
      const uri = pathToFileURL(join(folder, checked.file)).href;
      results.set(uri, { version: null, diagnostics: toDiagnostics(checked), checked });
    }
  }

  /** The first look takes longest: what is typed meanwhile is looked at by itself. */
  async function readAll(documents: readonly FileSnapshot[], state: ProjectState): Promise<void> {
    const progress = editor.progress("Assay reads the project");
    let done = 0;
    onDone = () => progress.report((done += 1), state.paths.length);
    try {
      show(documents, await live.exact(state), { isTyped: true });
    } catch (error) {
      if (!terminal.signal.aborted) fail(documents, error);
    } finally {
      onDone = () => undefined;
      progress.end();
      isRead = true;
      reading = undefined;
    }
    // What was opened or typed meanwhile has been looked at by itself only.
    if (isLate) begin(0);
    else if (!running && !isPaused) tellBusy(false);
  }

  async function round(): Promise<void> {
    const documents = open();
    if (documents.length === 0 && !wantsAll) return;
    try {
      const state = await stateNow(documents);
      if (state.paths.length === 0) return show(documents, [], { isTyped: true });
      if (!isRead) {
        for (const snapshot of documents.filter(({ path }) => state.paths.includes(path)))
          show([snapshot], await live.own(state, snapshot.path), { isTyped: false });
        isLate = reading !== undefined;
        reading ??= readAll(documents, state);
        return;
      }
      show(documents, await live.own(state), { isTyped: false });
      if (isWanted) return;
      const quick = await live.quick(state);
      if (quick) show(documents, quick, { isTyped: true });
      if (isWanted) return;
      const signal = newer.signal;
      if (quick && state.unsaved.size > 0) await systemClock.sleep(settledMs, signal);
      show(documents, await live.exact(state, signal), { isTyped: true });
    } catch (error) {
      if (!isWanted && !terminal.signal.aborted && !newer.signal.aborted) fail(documents, error);
    }
  }

  async function run(): Promise<void> {
    while (isWanted && !terminal.signal.aborted) {
      isWanted = false;
      newer = new AbortController();
      await round();
    }
    running = undefined;
    if (!reading && !isPaused) tellBusy(false);
  }

  function begin(pauseMs: number): void {
    pause.abort();
    pause = new AbortController();
    newer.abort();
    tellBusy(true);
    const start = (): void => {
      isPaused = false;
      isWanted = true;
      running ??= run();
    };
    isPaused = pauseMs > 0;
    if (!isPaused) start();
    else systemClock.sleep(pauseMs, pause.signal).then(start, () => undefined);
  }

  return {
    begin,
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      pause.abort();
      await Promise.all([running, reading]);
      await live[Symbol.asyncDispose]();
    },
  };
}
