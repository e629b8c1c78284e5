type FirstRows = Readonly<{
  rows: readonly (readonly string[])[];
  /** More rows, or more columns, than are shown. */
  hasMore: boolean;
}>;

/** The first rows of a table as text: commas, or semicolons or tabs where the first line has more of them. */
export function readTable(
  text: string,
  { maxRows, maxColumns }: Readonly<{ maxRows: number; maxColumns: number }>,
): FirstRows {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let isCut = false;
  let at = 0;
  while (at < text.length && rows.length < maxRows) {
    const row: string[] = [];
    for (let isEnd = false; !isEnd;) {
      const cell = readCell(text, at, separator);
      if (row.length < maxColumns) row.push(cell.text);
      else isCut = true;
      isEnd = text[cell.end] !== separator;
      at = isEnd ? afterLine(text, cell.end) : cell.end + 1;
    }
    rows.push(row);
  }
  return { rows, hasMore: isCut || at < text.length };
}

function separatorOf(text: string): string {
  const first = text.split("\n", 1)[0]!;
  const counts = [",", ";", "\t"].map((sign) => [sign, first.split(sign).length] as const);
  return counts.toSorted(([, one], [, other]) => other - one)[0]![0];
}

/** A cell, in quotes or not, and where it ends: at a separator, a line's end or the text's. */
function readCell(text: string, start: number, separator: string): { text: string; end: number } {
  if (text[start] !== '"') {
    const end = endOfPlain(text, start, separator);
    return { text: text.slice(start, end), end };
  }
  let cell = "";
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { text: cell + text.slice(at), end: text.length };
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      const end = endOfPlain(text, quote + 1, separator);
      return { text: cell + text.slice(quote + 1, end), end };
    }
    cell += '"';
    at = quote + 2;
  }
}

function endOfPlain(text: string, start: number, separator: string): number {
  let at = start;
  while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}

function afterLine(text: string, end: number): number {
  return text.startsWith("\r\n", end) ? end + 2 : end + 1;
}
