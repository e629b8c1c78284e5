import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import {
  CodeActionRequest,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ExitNotification,
  FileChangeType,
  InitializedNotification,
  InitializeRequest,
  LogMessageNotification,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ShowMessageNotification,
  ShutdownRequest,
  type ClientCapabilities,
  type CodeAction,
  type CodeActionContext,
  type Diagnostic,
  type DidChangeWatchedFilesRegistrationOptions,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type TextDocumentContentChangeEvent,
} from "vscode-languageserver-protocol";
import { TextDocument, type TextEdit } from "vscode-languageserver-textdocument";
import { patienceMs } from "../support/until.ts";
import { nodeArguments, passedOn } from "../support/processes.ts";

/** A document as an editor holds it. */
type EditedDocument = Readonly<{
  uri: string;
  text(): string;
  version(): number;
  /** Sends incremental changes; gives the new version. */
  change(...changes: TextDocumentContentChangeEvent[]): number;
  save(): void;
  /** What is published for a version in the end; the newest by default. */
  diagnostics(version?: number): Promise<Diagnostic[]>;
  /** What is published for it first. */
  firstDiagnostics(): Promise<Diagnostic[]>;
  /** Something like this is published for the newest version. */
  arrival(isIt: (found: readonly Diagnostic[]) => boolean): Promise<void>;
  actions(context: CodeActionContext, line?: number): Promise<CodeAction[]>;
  /** The text with an action's edit, as an editor would apply it. */
  applied(action: CodeAction): string;
}>;

/** An editor that has started the server, over its standard input and output. */
export type LspClient = Readonly<{
  connection: ProtocolConnection;
  introduced: InitializeResult;
  /** Everything published, oldest first. */
  published: readonly PublishDiagnosticsParams[];
  logged: readonly string[];
  shown: readonly string[];
  /** The patterns of files that the server wants to hear of. */
  watched: readonly string[];
  /** Tells that a file was written. */
  changeOnDisk(name: string): Promise<void>;
  open(name: string, text: string): EditedDocument;
  /** The process of the server. */
  pid: number;
  /** Raw bytes, not framed by the protocol. */
  write(bytes: string): void;
  /** Exits as editors do; returns the exit status. */
  shutDown(): Promise<number | null>;
  /** Exits without the protocol's goodbye. */
  leave(how: "exit" | "close"): Promise<number | null>;
}> &
  AsyncDisposable;

const main = join(import.meta.dirname, "..", "..", "cli", "main.ts");
const fromSource = [process.execPath, ...nodeArguments, main] as const;

export async function startLsp(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  [file = "", ...args]: readonly string[] = fromSource,
  capabilities: ClientCapabilities = {},
): Promise<LspClient> {
  const server = spawn(file, [...args, "lsp", "--stdio"], {
    cwd: folder,
    env: { ...passedOn(), ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(server, "exit").then(([code]) => code as number | null);
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const published: PublishDiagnosticsParams[] = [];
  const logged: string[] = [];
  const watched: string[] = [];
  const shown: string[] = [];
  const arrivals = new EventEmitter();
  const status = { isQuiet: true };
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    published.push(params);
    arrivals.emit("published");
  });
  connection.onNotification(LogMessageNotification.type, ({ message }) => void logged.push(message));
  connection.onNotification(ShowMessageNotification.type, ({ message }) => void shown.push(message));
  connection.onNotification("experimental/serverStatus", ({ quiescent }: { quiescent: boolean }) => {
    status.isQuiet = quiescent;
    arrivals.emit("published");
  });
  connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
    for (const { registerOptions } of registrations)
      for (const { globPattern } of (registerOptions as DidChangeWatchedFilesRegistrationOptions).watchers)
        if (typeof globPattern === "string") watched.push(globPattern);
  });
  connection.onError(() => undefined);
  connection.listen();
  const ended = exited.then((code): never => {
    throw new Error(`The server ended with ${code}.`);
  });
  ended.catch(() => undefined);
  const introducing = connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "project" }],
    capabilities: {
      experimental: { serverStatusNotification: true },
      ...capabilities,
      workspace: {
        workspaceEdit: { documentChanges: true },
        didChangeWatchedFiles: { dynamicRegistration: true },
        ...capabilities.workspace,
      },
    },
  });
  const introduced = await Promise.race([introducing, ended]);
  await connection.sendNotification(InitializedNotification.type, {});

  return {
    connection,
    introduced,
    published,
    logged,
    shown,
    watched,
    changeOnDisk: async (name) =>
      connection.sendNotification(DidChangeWatchedFilesNotification.type, {
        changes: [{ uri: pathToFileURL(join(folder, name)).href, type: FileChangeType.Changed }],
      }),
    pid: server.pid!,
    open: (name, text) => openDocument({ connection, published, arrivals, status }, folder, name, text),
    write: (bytes) => void server.stdin.write(bytes),
    shutDown: async () => {
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      return exited;
    },
    leave: async (how) => {
      if (how === "exit") await connection.sendNotification(ExitNotification.type);
      else server.stdin.end();
      return exited;
    },
    [Symbol.asyncDispose]: async () => {
      server.stdin.destroy();
      await exited;
      connection.dispose();
    },
  };
}

function openDocument(
  {
    connection,
    published,
    arrivals,
    status,
  }: Pick<LspClient, "connection" | "published"> & {
    arrivals: EventEmitter;
    status: Readonly<{ isQuiet: boolean }>;
  },
  folder: string,
  name: string,
  text: string,
): EditedDocument {
  const uri = name.includes(":") ? name : pathToFileURL(join(folder, name)).href;
  const document = TextDocument.create(uri, "python", 1, text);
  const { languageId } = document;
  void connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId, version: 1, text },
  });
  // Not polled: the time until it arrives is measured too.
  const arrival = async (isIt: (one: PublishDiagnosticsParams) => boolean): Promise<void> => {
    const signal = AbortSignal.timeout(patienceMs);
    while (!published.some((one) => one.uri === uri && isIt(one)))
      await once(arrivals, "published", { signal });
  };
  return {
    uri,
    text: () => document.getText(),
    version: () => document.version,
    change: (...contentChanges) => {
      const version = document.version + 1;
      TextDocument.update(document, contentChanges, version);
      void connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges,
      });
      return version;
    },
    save: () =>
      void connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } }),
    diagnostics: async (version = document.version) => {
      await arrival((one) => one.version === version && status.isQuiet);
      return published.findLast((one) => one.uri === uri && one.version === version)!.diagnostics;
    },
    firstDiagnostics: async () => {
      const { version } = document;
      await arrival((one) => one.version === version);
      return published.find((one) => one.uri === uri && one.version === version)!.diagnostics;
    },
    arrival: async (isIt) => {
      const { version } = document;
      await arrival((one) => one.version === version && isIt(one.diagnostics));
    },
    actions: async (context, line = 0) => {
      const start = { line, character: 0 };
      const params = { textDocument: { uri }, range: { start, end: start }, context };
      return ((await connection.sendRequest(CodeActionRequest.type, params)) ?? []) as CodeAction[];
    },
    applied: ({ edit }) => {
      const [change] = edit?.documentChanges ?? [];
      if (!change || !("textDocument" in change) || change.textDocument.version !== document.version)
        throw new Error("The action does not edit this version of the document.");
      return TextDocument.applyEdits(document, change.edits as TextEdit[]);
    },
  };
}
