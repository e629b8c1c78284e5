import {
  CodeActionRequest,
  CodeLensRequest,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ErrorCodes,
  ExecuteCommandRequest,
  HoverRequest,
  InitializedNotification,
  LSPErrorCodes,
  RegistrationRequest,
  ResponseError,
  type CancellationToken,
  type ProtocolConnection,
  type RegistrationParams,
} from "vscode-languageserver-protocol";
import { isPython } from "../files/find-files.ts";
import { messageOf } from "./checks.ts";
import type { Editor } from "./editor.ts";
import { runExamplesCommand } from "./examples.ts";
import type { EditorSession } from "./session.ts";

/** While somebody types, a check begins when they pause. */
const typingPauseMs = 150;

/** What the editor sends, each told to the session. `current` throws outside of the time between initialize and shutdown. */
export function registerHandlers(
  connection: ProtocolConnection,
  editor: Editor,
  current: () => EditorSession,
): void {
  connection.onNotification(InitializedNotification.type, () => {
    const session = current();
    session
      .warmUp()
      .then(() => editor.log("The engine is ready."))
      .catch((error: unknown) => editor.log(`The engine could not be started: ${messageOf(error)}`));
    // Where the editor cannot watch files, a document is still checked with the settings of the moment.
    if (session.canWatch) connection.sendRequest(RegistrationRequest.type, watching).catch(() => undefined);
  });
  connection.onNotification(DidOpenTextDocumentNotification.type, (params) => {
    const { uri, languageId } = params.textDocument;
    if (languageId !== "python" && !isPython(uri)) return;
    const { documents, checks } = current();
    documents.open(params);
    checks.begin(uri, 0);
  });
  connection.onNotification(DidChangeTextDocumentNotification.type, (params) => {
    const { documents, checks } = current();
    documents.change(params);
    checks.begin(params.textDocument.uri, typingPauseMs);
  });
  connection.onNotification(DidSaveTextDocumentNotification.type, ({ textDocument: { uri } }) => {
    const { documents, checks } = current();
    documents.save(uri);
    checks.begin(uri, 0);
  });
  connection.onNotification(DidCloseTextDocumentNotification.type, ({ textDocument: { uri } }) => {
    const { documents, checks } = current();
    documents.close(uri);
    checks.forget(uri);
  });
  connection.onNotification(DidChangeWatchedFilesNotification.type, () => current().reread());
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event }) => {
    const [added, removed] = [event.added, event.removed].map((list) => list.map(({ uri }) => uri));
    current().changeFolders(added!, removed!);
  });

  connection.onRequest(CodeActionRequest.type, async (params, token) =>
    cancellable(token, async (signal) => current().codeActions(params, signal)),
  );
  connection.onRequest(HoverRequest.type, async (params) => current().hover(params));
  connection.onRequest(CodeLensRequest.type, ({ textDocument: { uri } }) => current().lenses(uri));
  connection.onRequest(ExecuteCommandRequest.type, async ({ command, arguments: given = [] }, token) => {
    const [uri, line] = given as unknown[];
    if (command !== runExamplesCommand || typeof uri !== "string")
      throw new ResponseError(ErrorCodes.InvalidParams, `Unknown command or arguments: ${command}`);
    const session = current();
    await cancellable(token, async (signal) =>
      session.runExamples(uri, typeof line === "number" ? line : undefined, signal),
    ).catch((error: unknown) => {
      if (error instanceof ResponseError) throw error;
      editor.show("error", messageOf(error));
    });
    return null;
  });
}

/** What is written by others than the editor, and what the tools read their settings from. */
const watched = [
  "*.{py,pyi}",
  "pyproject.toml",
  "{.ruff,ruff}.toml",
  "{.mypy,mypy}.ini",
  "setup.cfg",
  "pyvenv.cfg",
];

const watching: RegistrationParams = {
  registrations: [
    {
      id: "files",
      method: DidChangeWatchedFilesNotification.method,
      registerOptions: { watchers: watched.map((name) => ({ globPattern: `**/${name}` })) },
    },
  ],
};

/** Work that ends when the editor no longer wants its result. */
export async function cancellable<Result>(
  token: CancellationToken,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  try {
    return await work(controller.signal);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    throw new ResponseError(LSPErrorCodes.RequestCancelled, "Cancelled.");
  } finally {
    listening.dispose();
  }
}
