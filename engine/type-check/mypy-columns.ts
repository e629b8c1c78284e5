/** Where mypy says a message belongs: lines from 1, columns from 0. */
type Span = Readonly<{
  line: number;
  column: number;
  end_line?: number | null | undefined;
  end_column?: number | null | undefined;
}>;

type Token = Readonly<{ start: number; shownStart: number; shownEnd: number }>;

/**
 * Columns in code points. Mypy's parser converts its columns from bytes twice, so on a line with more than ASCII
 * the place is looked for among the tokens: the one whose column would be shown so. Undecided, it is null.
 */
export function columnCounter(text: string): (span: Span) => number | null {
  const sourceLines = text.split(/\r\n|\r|\n/);
  const tokensOf = new Map<number, Map<number, Token[]>>();
  return ({ line, column, end_line, end_column }) => {
    const source = sourceLines[line - 1] ?? "";
    if (/^[\0-\x7f]*$/.test(source)) return column + 1;
    if (source.length > maxLineLength) return null;
    const tokens = tokensOf.get(line) ?? Map.groupBy(readTokens(source), ({ shownStart }) => shownStart);
    tokensOf.set(line, tokens);
    const starts = tokens.get(column) ?? [];
    const exact = starts.filter(({ shownEnd }) => line === end_line && shownEnd === end_column);
    const [token, ...others] = exact.length > 0 ? exact : starts;
    return token && others.length === 0 ? token.start + 1 : null;
  };
}

/** Each quote that is never closed is followed to the end of its line. */
const maxLineLength = 1000;
const pieces = /\w{0,2}("""|'''|"|')(?:\\.|(?!\1)[^\\])*\1|[\p{L}\p{N}_]+|\s+|./gsu;

function* readTokens(line: string): Generator<Token> {
  const shown = twiceConverted(line);
  let end = 0;
  for (const [piece] of line.matchAll(pieces)) {
    const start = end;
    end += Array.from(piece).length;
    if (piece.trim() !== "") yield { start, shownStart: shown(start), shownEnd: shown(end) };
  }
}

/** A column that is in code points already, taken for one in bytes; NaN where it then falls into a wide character. */
function twiceConverted(line: string): (column: number) => number {
  const columns: number[] = [];
  for (const [at, character] of Array.from(line).entries()) {
    const width = Buffer.byteLength(character);
    for (let byte = 0; byte < width; byte += 1) columns.push(width > 2 ? Number.NaN : at);
  }
  return (column) => columns[column] ?? Number.NaN;
}
