import { readFile } from "node:fs/promises";
import { isNotebook, toNotebookSource, type NotebookSource } from "../notebooks/notebook-source.ts";

/** A file's text as it is judged, and what it takes to write another text the same way. */
export type Source = Readonly<{
  bytes: Buffer;
  text: string;
  encoding: string;
  /** Every line ends with it. */
  newline: "\n" | "\r\n";
  /** The text is that of its cells. */
  notebook?: NotebookSource;
}>;

/** The file cannot be read as Python would read it. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

export async function readSource(path: string): Promise<Source> {
  try {
    return sourceAt(path, await readFile(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof Unreadable || code === undefined) throw error;
    throw new Unreadable(code === "ENOENT" ? "file not found" : `cannot be read (${code})`);
  }
}

/** What the bytes of a file are, by its name: Python, or a notebook with cells of it. */
export function sourceAt(path: string, bytes: Buffer): Source {
  if (!isNotebook(path)) return toSource(bytes);
  const notebook = toNotebookSource(decode(bytes, "utf-8"));
  if (typeof notebook === "string") throw new Unreadable(notebook);
  return { bytes, text: notebook.text, encoding: "utf-8", newline: "\n", notebook };
}

export function toSource(bytes: Buffer): Source {
  const encoding = encodingOf(bytes);
  return { bytes, encoding, ...withPlainLineEnds(decode(bytes, encoding)) };
}

/** The text as it is judged: where every line ends as on Windows, with plain line ends. */
export function withPlainLineEnds(text: string): Pick<Source, "text" | "newline"> {
  const isWindows = text.includes("\r\n") && !/(?<!\r)\n|\r(?!\n)/.test(text);
  return isWindows ? { text: text.replaceAll("\r\n", "\n"), newline: "\r\n" } : { text, newline: "\n" };
}

/** The bytes of another text in the same form; only UTF-8 is ever written. */
export function toBytes({ encoding, newline, notebook }: Source, text: string): Buffer {
  if (notebook) {
    const json = notebook.write(text);
    if (typeof json !== "string") throw new Unreadable(`is not written: ${json.problem}`);
    return Buffer.from(json, "utf8");
  }
  if (encoding !== "utf-8") throw new Unreadable(`is not written: its encoding is ${encoding}`);
  return Buffer.from(newline === "\n" ? text : text.replaceAll("\n", newline), "utf8");
}

/** As Python reads it: from a comment in one of the first two lines, else UTF-8. */
function encodingOf(bytes: Buffer): string {
  const [first = "", second = ""] = bytes
    .subarray(0, 1000)
    .toString("latin1")
    .split(/\r\n?|\n/);
  const cookie = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
  const isBlank = /^[ \t\f]*(?:#.*)?$/.test(first.replace(/^\u00ef\u00bb\u00bf/, ""));
  const named = (cookie.exec(first) ?? (isBlank ? cookie.exec(second) : null))?.[1] ?? "utf-8";
  if (/^utf[-_]?8(?:[-_]sig)?$/i.test(named)) return "utf-8";
  // Python writes latin-1 where the web writes latin1.
  return named
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/^latin-1$/, "latin1");
}

function decode(bytes: Buffer, encoding: string): string {
  try {
    // A byte order mark stays: lines and columns are those of the file.
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Unreadable(`is not ${encoding} text`);
  }
}
