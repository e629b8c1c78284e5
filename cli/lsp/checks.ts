import type { ReadVerdict } from "../../engine/verdict.ts";
import { systemClock } from "../../platform/clock.ts";
import { toChecked, toEmpty } from "../checking/to-checked.ts";
import type { CheckedFile } from "../finding.ts";
import type { TextJudge } from "../judge.ts";
import type { Terminal } from "../terminal.ts";
import type { DocumentRules } from "./document-rules.ts";
import type { OpenDocuments, Snapshot } from "./documents.ts";
import type { Editor } from "./editor.ts";
import { openProjectChecks, type FileSnapshot, type ProjectChecks } from "./project-checks.ts";
import type { Results } from "./results.ts";
import { toDiagnostics, toProblem } from "./to-diagnostic.ts";

/** Checks of open documents. A newer one of the same document takes the place of an older one that is under way. */
export type Checks = Readonly<{
  /** Begins a check after a pause, in which nothing else may happen to the document. */
  begin(uri: string, pauseMs: number): void;
  /** Begins a check of a whole workspace folder. */
  beginFolder(folder: string): void;
  /** Files or settings have changed on the disk: everything is checked again. */
  again(): void;
  /** What was last found, if the document has not changed since. */
  found(uri: string): CheckedFile | undefined;
  /** What running a document showed: it stands for its text, until that changes. */
  keepRun(snapshot: Snapshot, verdict: ReadVerdict): void;
  /** The kept run of a document as it is now. */
  runOf(snapshot: Snapshot): ReadVerdict | undefined;
  /** Stops the work on a document that was closed. */
  forget(uri: string): void;
}> &
  AsyncDisposable;

type Needs = Readonly<{
  terminal: Terminal;
  documents: OpenDocuments;
  editor: Editor;
  results: Results;
  judge: TextJudge;
  /** The editor asks about files that are not open, too. */
  wantsAll: boolean;
  rulesFor(snapshot: Snapshot): DocumentRules;
  folderOf(snapshot: Snapshot): string | undefined;
}>;

export function createChecks(needs: Needs): Checks {
  const { terminal, documents, editor, results, judge, wantsAll, rulesFor, folderOf } = needs;
  const underWay = new Map<string, AbortController>();
  const projects = new Map<string, ProjectChecks>();
  const runs = new Map<string, Readonly<{ text: string; verdict: ReadVerdict }>>();
  const told = new Set<string>();
  const busy = new Set<string>();
  const tellBusy = (key: string, isBusy: boolean): void => {
    if (isBusy) busy.add(key);
    else busy.delete(key);
    editor.tellStatus(busy.size === 0);
  };

  /** A text that is in no file stands alone, and one that was run is shown with that. */
  async function checkAlone(uri: string, pauseMs: number, signal: AbortSignal): Promise<void> {
    if (pauseMs > 0) await systemClock.sleep(pauseMs, signal);
    const snapshot = documents.find(uri);
    if (!snapshot) return;
    const { version } = snapshot;
    try {
      const rules = rulesFor(snapshot);
      if (rules.isExcluded) return results.set(uri, { version, diagnostics: [] });
      const checked = await judged(snapshot, rules, signal);
      signal.throwIfAborted();
      results.set(uri, { version, diagnostics: toDiagnostics(checked), checked });
    } catch (error) {
      signal.throwIfAborted();
      fail([snapshot], error);
    }
  }

  async function judged(snapshot: Snapshot, rules: DocumentRules, signal: AbortSignal): Promise<CheckedFile> {
    const { uri: file, text } = snapshot;
    if (text.trim() === "") return toEmpty({ file, text });
    const run = runOf(snapshot);
    if (run) return toChecked({ file, text }, run, rules);
    const verdict = await judge.ask({ text, mode: "static", python: rules.python }, signal);
    return toChecked({ file, text }, verdict, rules);
  }

  function fail(snapshots: readonly Snapshot[], error: unknown): void {
    const message = `Not checked: ${messageOf(error)}`;
    for (const { uri, version } of snapshots.filter(isCurrent))
      results.set(uri, { version, diagnostics: [toProblem(message)] });
    if (!told.has(message)) editor.show("error", `Assay: ${message}`);
    told.add(message);
  }

  function isCurrent({ uri, version }: Snapshot): boolean {
    return documents.find(uri)?.version === version;
  }

  function runOf({ uri, text }: Snapshot): ReadVerdict | undefined {
    const kept = runs.get(uri);
    return kept?.text === text ? kept.verdict : undefined;
  }

  function isInFile(snapshot: Snapshot): snapshot is FileSnapshot {
    return snapshot.path !== undefined && runOf(snapshot) === undefined;
  }

  function projectOf(key: string, isFolder: boolean): ProjectChecks {
    const known = projects.get(key);
    if (known) return known;
    const project = openProjectChecks(isFolder ? { folder: key } : { path: key }, {
      terminal,
      editor,
      results,
      wantsAll: wantsAll && isFolder,
      isCurrent,
      fail,
      tellBusy: (isBusy) => tellBusy(key, isBusy),
      open: () =>
        documents
          .uris()
          .flatMap((uri) => documents.find(uri) ?? [])
          .filter(isInFile)
          .filter((each) => (folderOf(each) ?? each.path) === key),
    });
    projects.set(key, project);
    return project;
  }

  function cancel(uri: string): void {
    underWay.get(uri)?.abort();
    if (underWay.delete(uri)) tellBusy(uri, false);
  }

  function begin(uri: string, pauseMs: number): void {
    cancel(uri);
    const snapshot = documents.find(uri);
    if (!snapshot) return;
    if (isInFile(snapshot)) {
      const folder = folderOf(snapshot);
      return projectOf(folder ?? snapshot.path, folder !== undefined).begin(pauseMs);
    }
    const controller = new AbortController();
    underWay.set(uri, controller);
    checkAlone(uri, pauseMs, controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) editor.log(`A check failed: ${messageOf(error)}`);
    });
  }

  return {
    begin,
    again: () => {
      for (const uri of documents.uris()) begin(uri, 0);
      for (const project of projects.values()) project.begin(0);
    },
    beginFolder: (folder) => projectOf(folder, true).begin(0),
    found: (uri) => {
      const checked = results.find(uri)?.checked;
      return checked?.text === documents.find(uri)?.text ? checked : undefined;
    },
    keepRun: ({ uri, text }, verdict) => void runs.set(uri, { text, verdict }),
    runOf,
    forget: (uri) => {
      cancel(uri);
      runs.delete(uri);
      results.remove(uri);
      // What was typed and not saved is gone, for those that import it, too.
      for (const project of projects.values()) project.begin(0);
    },
    [Symbol.asyncDispose]: async () => {
      for (const controller of underWay.values()) controller.abort();
      await Promise.all(Array.from(projects.values(), async (each) => each[Symbol.asyncDispose]()));
    },
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
