import { createHash } from "node:crypto";
import {
  DocumentDiagnosticReportKind,
  type Diagnostic,
  type DocumentDiagnosticReport,
} from "vscode-languageserver-protocol";
import type { CheckedFile } from "../finding.ts";
import type { Editor } from "./editor.ts";

/** What was last found in a document, or in a file that is not open; its version is null then. */
type Result = Readonly<{
  version: number | null;
  diagnostics: readonly Diagnostic[];
  id: string;
  checked: CheckedFile | undefined;
}>;

/** What the editor shows, or may ask for. */
export type Results = Readonly<{
  set(uri: string, found: Omit<Result, "id" | "checked"> & Partial<Pick<Result, "checked">>): void;
  remove(uri: string): void;
  find(uri: string): Result | undefined;
  uris(): readonly string[];
  /** As an answer to an editor that has the result with this id. */
  report(uri: string, previousId: string | undefined): DocumentDiagnosticReport;
  /** Resolves at the next change of any of them. */
  changed(signal: AbortSignal): Promise<void>;
}>;

/** Editors that ask by themselves are told only that there is something else to be asked for. */
export function createResults(editor: Editor, { isPulled }: Readonly<{ isPulled: boolean }>): Results {
  const results = new Map<string, Result>();
  const answered = new Map<string, string>();
  let change = Promise.withResolvers<void>();

  return {
    set: (uri, { version, diagnostics, checked }) => {
      const before = results.get(uri);
      const id = idOf(diagnostics);
      results.set(uri, { version, diagnostics, id, checked });
      if (before?.id === id && before.version === version) return;
      change.resolve();
      change = Promise.withResolvers();
      if (!isPulled) {
        if (version !== null) editor.publish({ uri, version, diagnostics: [...diagnostics] });
      } else if (answered.has(uri) && answered.get(uri) !== id) editor.refresh();
    },
    remove: (uri) => {
      results.delete(uri);
      answered.delete(uri);
      if (!isPulled) editor.publish({ uri, diagnostics: [] });
    },
    find: (uri) => results.get(uri),
    uris: () => [...results.keys()],
    report: (uri, previousId) => {
      const { id, diagnostics } = results.get(uri) ?? { id: idOf([]), diagnostics: [] };
      answered.set(uri, id);
      return id === previousId
        ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId: id }
        : { kind: DocumentDiagnosticReportKind.Full, resultId: id, items: [...diagnostics] };
    },
    changed: async (signal) => {
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      const stop = (): void => reject(signal.reason);
      signal.throwIfAborted();
      signal.addEventListener("abort", stop, { once: true });
      await Promise.race([change.promise, aborted]).finally(() => signal.removeEventListener("abort", stop));
    },
  };
}

function idOf(diagnostics: readonly Diagnostic[]): string {
  return createHash("sha256").update(JSON.stringify(diagnostics)).digest("base64url").slice(0, 16);
}
