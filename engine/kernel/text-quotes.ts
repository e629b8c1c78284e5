/** A string as Python writes it: in double quotes only when it holds a single quote and no double one. */
export function quoted(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const unprintable = /[\\'"]|[^\x20-\x7e\xa1-\xac\xae-\xff]/gu;
  const body = value.replace(unprintable, (char) => {
    if (char === "'" || char === '"') return char === quote ? `\\${char}` : char;
    return escaped(char);
  });
  return quote + body + quote;
}

function escaped(char: string): string {
  const short: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  if (char in short) return short[char]!;
  return char.codePointAt(0)! > 0xff && !/[\p{C}\p{Z}]/u.test(char) ? char : pointEscape(char);
}

/** A character by the number of its code point. */
function pointEscape(char: string): string {
  const hex = char.codePointAt(0)!.toString(16);
  if (hex.length <= 2) return `\\x${hex.padStart(2, "0")}`;
  return hex.length <= 4 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/** What `ascii` makes of the text that `repr` gives. */
export function asciiText(shown: string): string {
  // oxlint-disable-next-line no-control-regex -- all of ASCII stays
  return shown.replaceAll(/[^\0-\x7f]/gu, pointEscape);
}

/** The text of a tuple whose items have these texts. */
export function tupleText(items: readonly string[]): string {
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(", ")})`;
}
