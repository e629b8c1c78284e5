import {
  DocumentDiagnosticRequest,
  WorkspaceDiagnosticRequest,
  type ProtocolConnection,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver-protocol";
import { cancellable } from "./handlers.ts";
import type { EditorSession } from "./session.ts";

/** Editors that ask for diagnostics: for those of a document as it is now, and for whatever is new in the workspace. */
export function registerPulls(connection: ProtocolConnection, current: () => EditorSession): void {
  connection.onRequest(
    DocumentDiagnosticRequest.type,
    async ({ textDocument: { uri }, previousResultId }, token) =>
      cancellable(token, async (signal) => {
        const { documents, results } = current();
        for (;;) {
          const version = documents.find(uri)?.version;
          if (version === undefined || results.find(uri)?.version === version) break;
          await results.changed(signal);
        }
        return results.report(uri, previousResultId);
      }),
  );
  connection.onRequest(WorkspaceDiagnosticRequest.type, async ({ previousResultIds }, token) =>
    cancellable(token, async (signal) => {
      const { results, checks, folders } = current();
      const previous = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
      if (results.uris().length === 0) for (const folder of folders()) checks.beginFolder(folder);
      for (;;) {
        const items = [...new Set([...results.uris(), ...previous.keys()])]
          .map((uri): WorkspaceDocumentDiagnosticReport => ({
            ...results.report(uri, previous.get(uri)),
            uri,
            version: results.find(uri)?.version ?? null,
          }))
          // Of a file without findings nothing has to be said, unless there were some.
          .filter(
            ({ uri, ...report }) => report.kind === "full" && (report.items.length > 0 || previous.has(uri)),
          );
        // An editor that has all there is asks again at once: it is answered when there is something else.
        if (items.length > 0) return { items };
        await results.changed(signal);
      }
    }),
  );
}
