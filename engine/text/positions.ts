import { lineStartsIn } from "./line-starts.ts";

/** Turns the lines and UTF-8 columns of a parser into offsets of a JavaScript string. */
export type Positions = Readonly<{
  /** The length of the text. */
  length: number;
  /** The offset of a 1-based line and a 0-based column in UTF-8 bytes. */
  offset(line: number, column: number): number;
  /** The offset of a 1-based line and a 1-based column in code points, as diagnostics give them. */
  offsetOf(line: number, column: number): number;
  /** The 1-based line an offset stands on. */
  lineOf(offset: number): number;
  /** Where a 1-based line starts. */
  startOf(line: number): number;
}>;

export function readPositions(text: string): Positions {
  const starts = lineStartsIn(text, 0, text.length);
  starts.unshift(0);
  const startOf = (line: number): number => starts[line - 1] ?? text.length;
  const columns = new Map<number, "ascii" | Uint32Array>();
  return {
    length: text.length,
    startOf,
    offset(line, column) {
      let map = columns.get(line);
      if (map === undefined)
        columns.set(line, (map = unitsOfBytes(text.slice(startOf(line), startOf(line + 1)))));
      return startOf(line) + (map === "ascii" ? column : (map[column] ?? map.at(-1)!));
    },
    offsetOf(line, column) {
      const start = startOf(line);
      let at = start;
      for (let left = column - 1; left > 0 && at < text.length; left -= 1) at += isPair(text, at) ? 2 : 1;
      return at;
    },
    lineOf(offset) {
      let low = 0;
      let high = starts.length;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (starts[middle]! <= offset) low = middle;
        else high = middle;
      }
      return low + 1;
    },
  };
}

function isPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00;
}

/** For each offset in UTF-8 the one in UTF-16. */
export function unitsOfBytes(text: string): "ascii" | Uint32Array {
  // oxlint-disable-next-line no-control-regex -- all of ASCII is meant
  if (/^[\0-\x7f]*$/.test(text)) return "ascii";
  const map = new Uint32Array(Buffer.byteLength(text) + 1);
  let bytes = 0;
  let units = 0;
  for (const character of text) {
    const width = Buffer.byteLength(character);
    map.fill(units, bytes, bytes + width);
    bytes += width;
    units += character.length;
  }
  map[bytes] = units;
  return map;
}
