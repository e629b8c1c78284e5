import { joinCells, pythonCells } from "./join-cells.ts";
import { readNotebook } from "./read-notebook.ts";
import { writeCells, type Unwritable } from "./write-cells.ts";

/** A notebook as Python, and how another text of it is written. */
export type NotebookSource = Readonly<{
  text: string;
  /** What it is written in, where that is not Python. */
  otherLanguage: string | undefined;
  write(text: string): string | Unwritable;
}>;

export function isNotebook(path: string): boolean {
  return path.endsWith(".ipynb");
}

/** For what is no notebook, why it cannot be read. */
export function toNotebookSource(json: string): NotebookSource | string {
  const notebook = readNotebook(json);
  if (typeof notebook === "string") return notebook;
  const isOther = !/^i?python[\d.]*$/i.test(notebook.language);
  const cells = isOther ? [] : pythonCells(notebook);
  return {
    text: joinCells(cells),
    otherLanguage: isOther ? notebook.language : undefined,
    write: (text) => writeCells(notebook, cells, text),
  };
}
