/** Reads Python line by line, as far as to know where a statement begins. */
export type Scanner = Readonly<{
  /** Whether the next line goes on with a statement, a list or a text. */
  isInside(): boolean;
  /** Gives where the `=` of `names = !command` or `names = %magic` is, which ends the line. */
  read(line: string): number | undefined;
}>;

const assigned = /^=[ \t]*[!%]/;
const [opening, closing] = ["([{", ")]}"];

export function createScanner(): Scanner {
  let depth = 0;
  /** The quotes that end the text that is being read. */
  let quotes: string | undefined;
  let isContinued = false;

  /** Gives the place behind what begins here. */
  function step(line: string, at: number): number {
    const sign = line[at]!;
    if (quotes !== undefined) {
      if (sign === "\\") return at + 2;
      if (!line.startsWith(quotes, at)) return at + 1;
      const { length } = quotes;
      quotes = undefined;
      return at + length;
    }
    if (sign === "#") return line.length;
    if (sign === '"' || sign === "'") {
      quotes = line.startsWith(sign.repeat(3), at) ? sign.repeat(3) : sign;
      return at + quotes.length;
    }
    if (opening.includes(sign)) depth += 1;
    if (closing.includes(sign)) depth = Math.max(0, depth - 1);
    if (sign === "\\" && at === line.length - 1) isContinued = true;
    return at + 1;
  }

  return {
    isInside: () => depth > 0 || quotes !== undefined || isContinued,
    read: (line) => {
      isContinued = false;
      for (let at = 0; at < line.length; at = step(line, at)) {
        const isAssigned = quotes === undefined && depth === 0 && assigned.test(line.slice(at, at + 80));
        if (isAssigned && !/[=!<>+\-*/%&|^~@:]$/.test(line.slice(0, at))) return at;
      }
      // A text in single quotes ends with its line, unless a backslash says that it goes on.
      if (quotes?.length === 1 && !line.endsWith("\\")) quotes = undefined;
      return undefined;
    },
  };
}
