import { fileURLToPath } from "node:url";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { DidChangeTextDocumentParams, DidOpenTextDocumentParams } from "vscode-languageserver-protocol";
import { withPlainLineEnds, type Source } from "../files/source.ts";

/** A document at one moment. */
export type Snapshot = Readonly<{
  uri: string;
  version: number;
  /** Undefined for what is not kept in a file. */
  path: string | undefined;
  /** As it is judged; lines and columns are those of the editor. */
  text: string;
  /** How its lines end in the editor. */
  newline: Source["newline"];
  /** Nothing was typed since it was opened or saved. */
  isSaved: boolean;
}>;

/** What the editor has open, kept in step with every change. */
export type OpenDocuments = Readonly<{
  open(params: DidOpenTextDocumentParams): void;
  change(params: DidChangeTextDocumentParams): void;
  save(uri: string): void;
  close(uri: string): void;
  find(uri: string): Snapshot | undefined;
  uris(): readonly string[];
}>;

export function createDocuments(): OpenDocuments {
  const documents = new Map<string, TextDocument>();
  const typedIn = new Set<string>();
  return {
    open: ({ textDocument: { uri, languageId, version, text } }) =>
      void documents.set(uri, TextDocument.create(uri, languageId, version, text)),
    change: ({ textDocument: { uri, version }, contentChanges }) => {
      const document = documents.get(uri);
      if (!document) return;
      documents.set(uri, TextDocument.update(document, contentChanges, version));
      typedIn.add(uri);
    },
    save: (uri) => void typedIn.delete(uri),
    close: (uri) => {
      documents.delete(uri);
      typedIn.delete(uri);
    },
    find: (uri) => {
      const document = documents.get(uri);
      if (!document) return undefined;
      const isSaved = !typedIn.has(uri);
      return {
        uri,
        version: document.version,
        path: pathOf(uri),
        isSaved,
        ...withPlainLineEnds(document.getText()),
      };
    },
    uris: () => [...documents.keys()],
  };
}

/** The path that a `file:` address names. */
export function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
