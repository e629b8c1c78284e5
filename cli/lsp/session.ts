import type {
  ClientCapabilities,
  CodeAction,
  CodeActionParams,
  CodeLens,
  Hover,
  HoverParams,
  InitializeParams,
} from "vscode-languageserver-protocol";
import { openExecutingJudge, openLocalJudge } from "../checking/open-judge.ts";
import type { TextJudge } from "../judge.ts";
import { havePython } from "../python/python-tools.ts";
import { readVersion } from "../release.ts";
import type { Terminal } from "../terminal.ts";
import { createChecks, type Checks } from "./checks.ts";
import { codeActions } from "./fixes/code-actions.ts";
import { folderOf, rulesFor } from "./document-rules.ts";
import { createDocuments, pathOf, type OpenDocuments, type Snapshot } from "./documents.ts";
import type { Editor } from "./editor.ts";
import { lensesOf, tellRun } from "./examples.ts";
import { hoverAt } from "./hover.ts";
import { createResults, type Results } from "./results.ts";
import { proposeFor, type Proposal } from "./fixes/proposals.ts";

/** All that an editor and the engine have to do with each other. */
export type EditorSession = Readonly<{
  documents: OpenDocuments;
  checks: Checks;
  results: Results;
  /** The workspace folders. */
  folders(): readonly string[];
  /** The editor can be asked to tell of changed files. */
  canWatch: boolean;
  /** Installs what the engine needs, so that the first document does not wait for it. */
  warmUp(): Promise<void>;
  /** The settings may be other ones: everything that is open is checked again. */
  reread(): void;
  changeFolders(added: readonly string[], removed: readonly string[]): void;
  codeActions(params: CodeActionParams, signal: AbortSignal): Promise<CodeAction[]>;
  hover(params: HoverParams): Promise<Hover | null>;
  lenses(uri: string): CodeLens[];
  /** Runs the examples of a document, and tells of those at one definition. */
  runExamples(uri: string, line: number | undefined, signal: AbortSignal): Promise<void>;
}> &
  AsyncDisposable;

export function openSession(terminal: Terminal, editor: Editor, params: InitializeParams): EditorSession {
  const told: Terminal = { ...terminal, err: (text) => editor.log(text.trimEnd()) };
  const opened = new AsyncDisposableStack();
  const judge = opened.use(openLocalJudge(told, { version: readVersion(), isCached: false }));
  let executing: TextJudge | undefined;
  let folders = foldersOf(params);
  const documents = createDocuments();
  const { capabilities } = params;
  const results = createResults(editor, { isPulled: isPulledBy(capabilities) });
  const rules = (snapshot: Snapshot) => rulesFor(snapshot, folders, terminal.cwd);
  const checks = opened.use(
    createChecks({
      terminal: told,
      documents,
      editor,
      results,
      judge,
      wantsAll: isPulledBy(capabilities),
      rulesFor: rules,
      folderOf: (snapshot) => folderOf(snapshot, folders),
    }),
  );
  const proposals = new Map<
    string,
    Readonly<{ text: string; isSaved: boolean; proposal: Proposal | undefined }>
  >();
  async function propose(snapshot: Snapshot, signal: AbortSignal): Promise<Proposal | undefined> {
    const { uri, text, isSaved } = snapshot;
    const kept = proposals.get(uri);
    if (kept?.text === text && kept.isSaved === isSaved) return kept.proposal;
    const proposal = await proposeFor(judge, snapshot, rules(snapshot), signal);
    proposals.set(uri, { text, isSaved, proposal });
    return proposal;
  }

  function reread(): void {
    proposals.clear();
    checks.again();
  }

  return {
    documents,
    checks,
    results,
    folders: () => folders,
    canWatch: capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    reread,
    warmUp: async () => void (await havePython(told)),
    changeFolders: (added, removed) => {
      const gone = new Set(pathsOf(removed));
      folders = [...folders.filter((folder) => !gone.has(folder)), ...pathsOf(added)];
      reread();
    },
    codeActions: async ({ textDocument: { uri }, context }, signal) => {
      const snapshot = documents.find(uri);
      if (!snapshot || rules(snapshot).isExcluded) return [];
      const asked = {
        snapshot,
        context,
        isVersioned: takesVersions(capabilities),
        run: checks.runOf(snapshot),
        propose: async (asking: AbortSignal) => propose(snapshot, asking),
      };
      return codeActions(asked, signal);
    },
    hover: async ({ textDocument: { uri }, position }) => {
      const checked = checks.found(uri);
      return (checked && (await hoverAt(checked, position))) ?? null;
    },
    lenses: (uri) => {
      const snapshot = documents.find(uri);
      return snapshot ? lensesOf(snapshot) : [];
    },
    runExamples: async (uri, line, signal) => {
      const snapshot = documents.find(uri);
      if (!snapshot) return;
      executing ??= opened.use(openExecutingJudge(told, readVersion()));
      const verdict = await executing.ask({ text: snapshot.text, mode: "execute" }, signal);
      checks.keepRun(snapshot, verdict);
      checks.begin(uri, 0);
      const { kind, message } = tellRun(snapshot, line, verdict);
      editor.show(kind, message);
    },
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

/** An editor that asks for diagnostics is not sent any. */
export function isPulledBy({ textDocument }: ClientCapabilities): boolean {
  return textDocument?.diagnostic !== undefined;
}

function takesVersions({ workspace }: ClientCapabilities): boolean {
  return workspace?.workspaceEdit?.documentChanges === true;
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? [rootUri ?? ""];
  return pathsOf(uris);
}

function pathsOf(uris: readonly string[]): string[] {
  return uris.flatMap((uri) => pathOf(uri) ?? []);
}
