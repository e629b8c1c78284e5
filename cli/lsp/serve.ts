import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import {
  CodeActionKind,
  ErrorCodes,
  ExitNotification,
  InitializeRequest,
  ResponseError,
  ShutdownRequest,
  TextDocumentSyncKind,
  type ClientCapabilities,
  type InitializeResult,
} from "vscode-languageserver-protocol";
import { exitStatus } from "../exit-status.ts";
import { readVersion } from "../release.ts";
import type { Terminal } from "../terminal.ts";
import { fixAllKind } from "./fixes/code-actions.ts";
import { createEditor } from "./editor.ts";
import { runExamplesCommand } from "./examples.ts";
import { registerHandlers } from "./handlers.ts";
import { registerPulls } from "./pulls.ts";
import { isPulledBy, openSession, type EditorSession } from "./session.ts";

/** Serves one editor until it leaves; gives the exit status, which is 0 only after a proper shutdown. */
export async function serveEditor(terminal: Terminal): Promise<number> {
  const { input, output } = terminal.streams();
  const log = (message: string): void => editor.log(message);
  const connection = createProtocolConnection(
    new StreamMessageReader(input),
    new StreamMessageWriter(output),
    { error: log, warn: log, info: log, log },
  );
  let capabilities: ClientCapabilities = {};
  const editor = createEditor(connection, () => capabilities);
  const ended = Promise.withResolvers<number>();
  await using opened = new AsyncDisposableStack();
  let session: EditorSession | undefined;
  let isShutDown = false;

  const leave = (): void => ended.resolve(isShutDown ? exitStatus.valid : exitStatus.rejected);
  connection.onError(([error]) => log(`A message could not be read: ${error.message}`));
  connection.onClose(leave);
  // Input from a file ends without being closed.
  input.once("end", leave);
  terminal.signal.addEventListener("abort", () => ended.resolve(exitStatus.interrupted), { once: true });

  connection.onRequest(InitializeRequest.type, (params) => {
    if (session) return new ResponseError(ErrorCodes.InvalidRequest, "Already initialized.");
    capabilities = params.capabilities;
    session = opened.use(openSession(terminal, editor, params));
    return introduction(capabilities);
  });
  const current = (): EditorSession => {
    if (isShutDown) throw new ResponseError(ErrorCodes.InvalidRequest, "The server is shut down.");
    if (!session) throw new ResponseError(ErrorCodes.ServerNotInitialized, "Send `initialize` first.");
    return session;
  };
  registerHandlers(connection, editor, current);
  registerPulls(connection, current);
  connection.onRequest(ShutdownRequest.type, () => {
    isShutDown = true;
  });
  connection.onNotification(ExitNotification.type, leave);
  connection.listen();
  try {
    return await ended.promise;
  } finally {
    connection.dispose();
    input.destroy();
  }
}

function introduction(capabilities: ClientCapabilities): InitializeResult {
  return {
    capabilities: {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, fixAllKind] },
      hoverProvider: true,
      codeLensProvider: {},
      ...(isPulledBy(capabilities) && {
        diagnosticProvider: {
          identifier: "assay",
          interFileDependencies: true,
          workspaceDiagnostics: true,
        },
      }),
      executeCommandProvider: { commands: [runExamplesCommand] },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
    serverInfo: { name: "assay", version: readVersion() },
  };
}
