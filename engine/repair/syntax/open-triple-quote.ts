import { newlineOf } from "../../tree/layout.ts";
import type { BrokenText, TextPiece } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const openTripleQuote: SyntaxRepair = {
  id: "open-triple-quote",
  kind: "certain",
  isGuess: true,
  propose,
};

/** A line that is code and no sentence. */
const code =
  /^[ \t]*(?:(?:async )?def \w+\(|class \w+[(:]|return\b(?! the| a )|if .*:$|elif .*:$|for \w(?=.* in ).*:$|while .*:$|with .*:$|try:$|except.*:$|import \w+$|from [\w.]+ import |raise \w+\(|yield |pass$|@\w+|(?:self\.)?\w+(?:\.\w+)* [-+*/]?= |(?:self\.)?[\w.]+\(.*\)$|assert )/;
const maxPlaces = 3;

function* propose({ text, pieces, at }: BrokenText): Generator<SyntaxProposal> {
  const triples = pieces.filter(
    ({ kind, text: literal }) => kind === "String" && /^[a-zA-Z]*(?:"""|''')/.test(literal),
  );
  const open = triples.find(({ isOpen }) => isOpen);
  const early = triples.findLast(
    ({ start, end, isOpen }) => !isOpen && end <= at + 3 && /[\r\n]/.test(text.slice(start, end)),
  );
  yield* shortOpening(text, pieces, at);
  if (early) yield* closings(text, early, 0.5);
  if (open) yield* closings(text, open, 0);
  if (open) yield* atEnd(text, open);
}

function* closings(text: string, { start, end, isOpen }: TextPiece, more: number): Generator<SyntaxProposal> {
  const quote = /"""|'''/.exec(text.slice(start, end))![0];
  const description = `added the missing ${quote}`;
  const lines = [...text.slice(start, end).matchAll(/[^\r\n]+(?:\r\n|\r|\n)?|\r\n|\r|\n/g)];
  let places = 0;
  for (const [n, { 0: line, index }] of lines.entries()) {
    const body = n === 0 ? line.slice(line.indexOf(quote) + 3) : line;
    const written = body.trimEnd();
    const place = start + index + line.trimEnd().length;
    const quotes = /(["'])\1?$/.exec(written)?.[0];
    const isEnd = !isOpen && n === lines.length - 1;
    if (!isEnd && quotes?.startsWith(quote[0]!) && (n > 0 || written.length > quotes.length))
      yield {
        splices: [{ start: place, end: place, text: quote.slice(quotes.length) }],
        description,
        cost: 1.5 + more,
      };
    const next = lines.slice(n + 1).find(([text]) => text.trim() !== "")?.[0] ?? "";
    if (!code.test(next.trimEnd()) || (n > 0 && written === "") || code.test(line.trimEnd())) continue;
    if ((places += 1) > maxPlaces) return;
    const isOwnLine = n > 0 && lines.length > 2;
    const indent = /^[ \t]*/.exec(line)![0];
    const put = isOwnLine ? newlineOf(text) + indent + quote : quote;
    yield { splices: [{ start: place, end: place, text: put }], description, cost: 2.5 + more + places / 10 };
  }
}

/** A text that is cut off in its last string. */
function* atEnd(text: string, { start }: TextPiece): Generator<SyntaxProposal> {
  const quote = /"""|'''/.exec(text.slice(start))![0];
  const at = text.trimEnd().length;
  yield {
    splices: [{ start: at, end: at, text: quote }],
    description: `added the missing ${quote}`,
    cost: 3,
  };
}

/** `""text` whose closing quotes are three. */
function* shortOpening(text: string, pieces: readonly TextPiece[], at: number): Generator<SyntaxProposal> {
  const near = pieces.findIndex(({ end }) => end >= at);
  for (let n = Math.max(0, near - 2); n <= near && n < pieces.length; n += 1) {
    const { text: literal, end } = pieces[n]!;
    const quote = /^(?:""|'')$/.test(literal) ? literal[0]! : undefined;
    if (quote === undefined || /[\s,)\]}]/.test(text[end] ?? " ")) continue;
    if (!text.includes(quote.repeat(3), end)) continue;
    const splices = [{ start: end, end, text: quote }];
    yield { splices, description: `added the missing ${quote}`, cost: 1.5 };
  }
}
