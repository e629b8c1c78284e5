import type { BrokenText, Line } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const quoteInString: SyntaxRepair = { id: "quote-in-string", kind: "certain", propose };

const maxEnds = 6;

/** `'it's'`, `"say "no""`: the quote of a string in its text. */
function* propose({ text, lines, atLine }: BrokenText): Generator<SyntaxProposal> {
  for (const index of [atLine, atLine - 1]) {
    const line = lines[index];
    if (line && !line.isInString) yield* inLine(text, line);
  }
}

function* inLine(text: string, line: Line): Generator<SyntaxProposal> {
  for (const [n, string] of line.pieces.entries()) {
    const next = line.pieces[n + 1];
    if (string.kind !== "String" || string.isOpen || !next || next.start !== string.end) continue;
    if (!/[\p{L}\p{N}]/u.test(text[next.start]!)) continue;
    const [, prefix, quote] = /^([a-zA-Z]*)(["'])(?!\2\2)/.exec(string.text) ?? [];
    if (quote === undefined) continue;
    yield* wholeStrings(text, {
      start: string.start + prefix!.length,
      from: string.end,
      end: line.end,
      quote,
    });
    return;
  }
}

type Span = Readonly<{ start: number; from: number; end: number; quote: string }>;

/** The string up to a later quote, with other quotes around it or its own ones escaped. */
function* wholeStrings(text: string, { start, from, end, quote }: Span): Generator<SyntaxProposal> {
  const other = quote === '"' ? "'" : '"';
  let ends = 0;
  for (let at = text.indexOf(quote, from); at >= 0 && at < end; at = text.indexOf(quote, at + 1)) {
    if (
      !/^\s*(?:[)\]},:;.%+#]|$|==|if |for |in |and |or )/.test(text.slice(at + 1, end)) ||
      (ends += 1) > maxEnds
    )
      continue;
    const inner = text.slice(start + 1, at);
    const isPlain = !inner.includes(other) && !inner.includes("\\");
    const put = isPlain ? other + inner + other : quote + inner.replaceAll(quote, `\\${quote}`) + quote;
    const description = isPlain
      ? `put ${other} around a text that contains ${quote}`
      : `escaped the ${quote} in a text`;
    const quotes = inner.split(quote).length - 1;
    const isEven = quote === '"' && quotes % 2 === 1;
    yield {
      splices: [{ start, end: at + 1, text: put }],
      description,
      cost: 2 + ends / 10 + (isEven ? 1 : 0),
    };
  }
}
