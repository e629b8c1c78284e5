/** Nothing that is asked of us nests nearly so deep, or holds nearly so many values. */
export const maxDepth = 64;
export const maxValues = 10_000;

/** Why a text is not taken for JSON, in words of our own: what was sent is not repeated. */
export class UnreadableJson extends Error {
  override readonly name = "UnreadableJson";
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openers = new Set([0x5b, 0x7b]);
const closers = new Set([0x5d, 0x7d]);

/**
 * A text as JSON, if it is no deeper and no fuller than allowed. That is counted before parsing, in one pass: a parser
 * needs a hundred times longer for a text of brackets than for one of the same length that holds a program.
 */
export function parseJson(text: string): unknown {
  requireModestShape(text);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new UnreadableJson("is not valid JSON", { cause });
  }
}

/** Bytes that are not UTF-8 are refused: replacing them would make two programs one. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnreadableJson("is not valid UTF-8", { cause });
  }
}

function requireModestShape(text: string): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) at = endOfString(text, at);
    else if (unit === comma) values += 1;
    else if (openers.has(unit)) {
      depth += 1;
      values += 1;
    } else if (closers.has(unit)) depth -= 1;
    else continue;
    if (depth > maxDepth) throw new UnreadableJson(`is nested deeper than ${maxDepth} levels`);
    if (values > maxValues) throw new UnreadableJson(`holds more than ${maxValues} values`);
  }
}

/** Where the closing quote stands, or the end of a text that has none. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}
