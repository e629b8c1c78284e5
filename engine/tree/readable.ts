import type { Splice } from "../text/splices.ts";

/** What to replace in a valid text so that the parser can read it, and the names that the replacements stand for. */
export type Readable = Readonly<{
  splices: readonly Splice[];
  names: ReadonlyMap<string, string>;
  /** Where text of an f-string was replaced: the parser reads another text there. */
  hidden: readonly number[];
}>;

/** Where Python measures an indentation otherwise than the parser, which then may read another program. */
export function isOddlyIndented(text: string): boolean {
  return /\f|^[ \t]* \t|^[ \t]*\\\r?$/m.test(text);
}

/** CPython reads no more f-strings in each other. */
const maxNesting = 150;

const name =
  /[\p{ID_Start}_\u{2118}\u{212e}\u{309b}\u{309c}][\p{ID_Continue}\u{b7}\u{387}\u{1369}-\u{1371}\u{19da}]*/uy;
const number =
  /0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?/y;
const lineEnd = /\r\n|\r|\n/y;
const string = /'''|"""|'|"/y;
/** A character of a string, or several that mean one. */
const plainSign = /\\(?:\r\n|[^])|[^]/y;
const rawSign = /\\(?:\r\n|[^{}])|\{\{|\}\}|[^]/y;
const formattedSign = /\\(?:\r\n|N\{[^{}]*\}|[^{}])|\{\{|\}\}|[^]/y;
const prefix = /^(?:[rbuft]|br|rb|fr|rf|tr|rt)$/i;

/** What may be the subject of a `match`, the pattern of a `case`, or what an `except` catches. */
type Header = {
  keyword: "match" | "case" | "except";
  start: number;
  end: number;
  hasComma: boolean;
  isDone: boolean;
};

/**
 * Follows CPython's tokenizer through a text that is known to be valid. What the parser reads otherwise is replaced:
 * indentation with form feeds and continued lines, names beyond the basic plane, patterns, subjects and exceptions without brackets,
 * braces in the strings of an f-string's fields.
 */
export function toReadable(text: string): Readable {
  const splices: Splice[] = [];
  const names = new Map<string, string>();
  const hidden: number[] = [];
  const standIns = new Map<string, string>();
  // Longer than any such name of the text, so that it is none of them.
  const stem =
    [...(text.match(/__name_*/g) ?? []), "__name"].reduce((a, b) => (b.length > a.length ? b : a)) + "_";
  let at = 0;
  let nesting = 0;

  const replace = (start: number, end: number, by: string): void =>
    void splices.push({ start, end, text: by });
  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  }

  /** As the tokenizer does: a form feed starts over, and of lines that are joined the first that has any indentation counts. */
  function readIndentation(): void {
    const start = at;
    let column = 0;
    let joined = 0;
    for (; at < text.length; at += 1) {
      const sign = text[at];
      if (sign === " ") column += 1;
      else if (sign === "\t") column = (Math.floor(column / 8) + 1) * 8;
      else if (sign === "\f") column = 0;
      else if (sign === "\\") {
        joined ||= column;
        at += 1;
        at += (match(lineEnd) ?? " ").length - 1;
      } else break;
    }
    const written = text.slice(start, at);
    if (/^\t* *$/.test(written)) return;
    const isBlank = at >= text.length || /[#\r\n]/.test(text[at]!);
    replace(start, at, isBlank ? "" : " ".repeat(joined || column));
  }

  function readName(word: string): void {
    const start = at;
    at += word.length;
    if (!/[\ud800-\udbff]/.test(word)) return;
    const standIn = standIns.get(word) ?? `${stem}${names.size}`;
    standIns.set(word, standIn);
    names.set(standIn, word);
    replace(start, at, standIn);
  }

  /** From the opening quotes to the closing ones. */
  function readString(isField: boolean, kind: string): void {
    const quotes = match(string)!;
    at += quotes.length;
    const isFormatted = /[ft]/i.test(kind);
    while (at < text.length && !text.startsWith(quotes, at)) {
      const sign = match(isFormatted ? (/r/i.test(kind) ? rawSign : formattedSign) : plainSign)!;
      if (isFormatted && sign === "{") readField();
      else {
        // To the parser it opens or closes a field, or ends the string around.
        if (isField && isFormatted && /[{}\\]/.test(sign)) hide(at, at + sign.length);
        at += sign.length;
      }
    }
    at += quotes.length;
  }

  function hide(start: number, end: number): void {
    replace(start, end, "_");
    hidden.push(start);
  }

  /** From `{` to `}`, with what is between `:` and that. */
  function readField(): void {
    nesting += 1;
    at = nesting > maxNesting ? text.length : at + 1;
    readCode(true);
    if (text[at] === "!") {
      at += 1;
      at += (match(name) ?? "").length;
      const space = /^\s*/.exec(text.slice(at, at + 1000))![0];
      if (space !== "") replace(at, (at += space.length), "");
    }
    if (text[at] === ":") {
      at += 1;
      if (text[at] === "!") hide(at, at + 1);
      while (at < text.length && text[at] !== "}")
        if (text[at] === "{") readField();
        else at += text[at] === "\\" ? 2 : 1;
    }
    at += 1;
    nesting -= 1;
  }

  /** All of the text, or the expression of a field: then up to what ends it. */
  function readCode(isField: boolean): void {
    let depth = 0;
    let isLineStart = !isField;
    let header: Header | undefined;
    /** Where adjacent strings of a pattern began, and the last of them ended. */
    let strings: { start: number; end: number; count: number } | undefined;

    /** The comma behind the last of what `del` deletes, which the parser takes for the one before another. */
    let comma: number | undefined;
    let isDeleting = false;

    const endDeleting = (): void => {
      if (comma !== undefined) replace(comma, comma + 1, " ");
      comma = undefined;
      isDeleting = false;
    };
    const endHeader = (end: number): void => {
      if (!header || header.isDone) return;
      header.isDone = true;
      if (!header.hasComma) return;
      const [open, close] = header.keyword === "case" ? ["[", "]"] : ["(", ")"];
      splices.push({ start: header.start, end: header.start, text: open });
      splices.push({ start: end, end, text: close });
    };
    const endStrings = (): void => {
      if (strings && strings.count > 1 && header?.keyword === "case" && !header.isDone)
        replace(strings.start, strings.end, "''");
      strings = undefined;
    };

    while (at < text.length) {
      if (isLineStart && depth === 0) {
        readIndentation();
        isLineStart = false;
        header = undefined;
        const [, keyword] = /^(match|case)[ \t\f([{*'"\\-]/.exec(text.slice(at, at + 6)) ?? [];
        const catching = /^except(?:[ \t\f]*\*|(?=[ \t\f([{'"\\]))/.exec(text.slice(at, at + 100))?.[0];
        if (keyword === "match" || keyword === "case" || catching !== undefined) {
          at += (catching ?? keyword!).length;
          skipBlanks();
          const of = catching === undefined ? (keyword as "match" | "case") : "except";
          header = { keyword: of, start: at, end: 0, hasComma: false, isDone: false };
        }
        if (at >= text.length) break;
      }
      const sign = text[at]!;
      const ending = match(lineEnd);
      if (ending !== undefined) {
        if (isField) replace(at, at + ending.length, " ");
        else if (depth === 0) {
          endStrings();
          endDeleting();
          // The block of `match` starts on the next line, and its colon was the last one.
          if (header?.keyword === "match" && header.end > 0) endHeader(header.end);
          isLineStart = true;
        }
        at += ending.length;
      } else if (sign === "\f") replace(at, (at += 1), " ");
      else if (sign === " " || sign === "\t") at += 1;
      else if (sign === "#") {
        const start = at;
        while (at < text.length && match(lineEnd) === undefined) at += 1;
        if (isField) replace(start, at, " ");
      } else if (sign === "\\") {
        const start = at;
        at += 1;
        at += (match(lineEnd) ?? "").length;
        if (isField) replace(start, at, " ");
      } else {
        const start = at;
        const word = match(name);
        const isPrefix = word !== undefined && prefix.test(word) && /['"]/.test(text[at + word.length] ?? "");
        if (isPrefix || sign === "'" || sign === '"') {
          at += isPrefix ? word.length : 0;
          readString(isField, isPrefix ? word : "");
          // What it says is read from the text itself.
          if (isField && !(isPrefix && /[ft]/i.test(word))) replace(start, at, "''");
          strings = { start: strings?.start ?? start, end: at, count: (strings?.count ?? 0) + 1 };
          continue;
        }
        endStrings();
        if (sign === ";" && depth === 0) endDeleting();
        comma = sign === "," && isDeleting && depth === 0 ? start : undefined;
        if (word !== undefined) {
          if (word === "del") isDeleting = true;
          // The guard.
          if (word === "if" && depth === 0 && header?.keyword === "case") header.end ||= start;
          readName(word);
          continue;
        }
        const digits = /[\d.]/.test(sign) ? match(number) : undefined;
        if (digits !== undefined && digits !== "") {
          at += digits.length;
          // To the parser, `1else` begins a power of ten.
          if (text.startsWith("else", at)) replace(at, at, " ");
          continue;
        }
        if (isField && depth === 0 && isEndOfField(sign)) return;
        if (header && !header.isDone && depth === 0) {
          if (text.startsWith(":=", at)) at += 1;
          else if (sign === ":" && header.keyword !== "match") endHeader(header.end || start);
          else if (sign === ":") header.end = start;
          else if (sign === "," && header.end === 0) header.hasComma = true;
          // An assignment to a variable of that name.
          else if (header.end === 0 && isAssigning()) header = undefined;
        }
        if ("([{".includes(sign)) depth += 1;
        else if (")]}".includes(sign)) depth -= 1;
        at += sign >= "\ud800" && sign <= "\udbff" ? 2 : 1;
      }
    }
    endStrings();
    endDeleting();
  }

  function skipBlanks(): void {
    while (/[ \t\f]/.test(text[at] ?? "")) {
      if (text[at] === "\f") replace(at, at + 1, " ");
      at += 1;
    }
  }

  function isAssigning(): boolean {
    return text[at] === "=" && text[at + 1] !== "=" && !/[=!<>]/.test(text[at - 1] ?? "");
  }

  function isEndOfField(sign: string): boolean {
    return sign === "}" || sign === ":" || (sign === "!" && text[at + 1] !== "=");
  }

  readCode(false);
  return { splices: outermost(splices), names, hidden };
}

/** Ascending, and without those inside another. */
function outermost(splices: readonly Splice[]): Splice[] {
  const isInsertion = ({ start, end }: Splice): boolean => start === end;
  const sorted = splices.toSorted(
    (a, b) => a.start - b.start || Number(isInsertion(b)) - Number(isInsertion(a)) || b.end - a.end,
  );
  let end = 0;
  return sorted.filter((splice) => {
    if (splice.start < end) return false;
    end = splice.end;
    return true;
  });
}
