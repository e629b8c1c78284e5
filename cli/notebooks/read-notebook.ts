import { itemsAt, membersAt, placeAt, valueAt, type JsonPlace } from "./json-places.ts";

/** A notebook as it is written: its JSON, and where in it the code is. */
export type Notebook = Readonly<{
  json: string;
  /** What its code is written in. */
  language: string;
  cells: readonly CodeCell[];
}>;

export type CodeCell = Readonly<{
  /** From 1, among all cells, as Jupyter and ruff count them. */
  number: number;
  /** With plain line ends. */
  lines: readonly string[];
  newline: "\n" | "\r\n";
  /** The value of `source` in the JSON. */
  place: JsonPlace;
}>;

/** Reads Jupyter's format 4; for anything else, why it cannot be read. */
export function readNotebook(json: string): Notebook | string {
  const start = json.startsWith("\ufeff") ? 1 : 0;
  try {
    JSON.parse(json.slice(start));
  } catch {
    return "is not a notebook: it is not valid JSON";
  }
  const top = membersAt(json, placeAt(json, start));
  const listed = top.get("cells");
  const cells = listed && itemsAt(json, listed);
  if (!cells) return "has no list of cells. Convert it with `jupyter nbconvert --to notebook --nbformat 4`";
  const code: CodeCell[] = [];
  for (const [at, cell] of cells.entries()) {
    const members = membersAt(json, cell);
    const [type, place] = [members.get("cell_type"), members.get("source")];
    if (!type || valueAt(json, type) !== "code") continue;
    const source = place && textOf(valueAt(json, place));
    if (!place || source === undefined) return `has no readable source in cell ${at + 1}`;
    const newline = source.includes("\r\n") && !/(?<!\r)\n|\r(?!\n)/.test(source) ? "\r\n" : "\n";
    code.push({ number: at + 1, lines: source.split(/\r\n|\r|\n/), newline, place });
  }
  const metadata = top.get("metadata");
  return { json, language: languageOf(metadata && valueAt(json, metadata)), cells: code };
}

type Metadata =
  | Readonly<Partial<Record<string, Readonly<Record<string, unknown>> | null>>>
  | null
  | undefined;

function languageOf(metadata: unknown): string {
  const { kernelspec, language_info: info } = (metadata as Metadata) ?? {};
  const named = [kernelspec?.["language"], info?.["name"]];
  return named.find((name) => typeof name === "string") ?? "python";
}

/** A text, or a list of texts that stand behind each other. */
function textOf(value: unknown): string | undefined {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return parts.every((part) => typeof part === "string") ? parts.join("") : undefined;
}
