import type { BrokenText } from "./broken-text.ts";
import { closingQuotes } from "./closing-quotes.ts";
import type { OpenString } from "./open-string.ts";
import { openingQuotes } from "./opening-quotes.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const openQuote: SyntaxRepair = { id: "open-quote", kind: "certain", isGuess: true, propose };

function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  const { lines, atLine } = broken;
  for (let index = Math.max(0, atLine - 2); index < lines.length; index += 1) {
    const line = lines[index]!;
    const open = line.pieces.find(({ kind, isOpen }) => kind === "String" && isOpen);
    if (!open) continue;
    const [, prefix, quote] = /^([a-zA-Z]*)("""|'''|"|')/.exec(open.text)!;
    if (quote!.length > 1) return;
    const found: OpenString = { broken, line, open, quote: quote!, prefix: prefix! };
    yield* doubled(found);
    yield* escaped(found);
    yield* otherQuote(found);
    for (const { at, cost } of [...openingQuotes(found), ...closingQuotes(found)])
      yield {
        splices: [{ start: at, end: at, text: quote! }],
        description: `added the missing ${quote}`,
        cost,
      };
    return;
  }
}

/** `"text""`, `""text"`: a quote too many. */
function* doubled({ broken: { text }, line, open, quote }: OpenString): Generator<SyntaxProposal> {
  const description = `removed a ${quote} too many`;
  if (text[open.start - 1] === quote)
    yield { splices: [{ start: open.start, end: open.start + 1, text: "" }], description, cost: 1.7 };
  for (const [n, { text: literal, start, end }] of line.pieces.entries()) {
    if (literal !== quote + quote || line.pieces[n + 1]?.start !== end) continue;
    yield { splices: [{ start, end: start + 1, text: "" }], description, cost: 1.7 };
  }
}

/** `'C:\data\'`: the last backslash was to be a backslash. */
function* escaped({ broken: { text }, line, open, quote, prefix }: OpenString): Generator<SyntaxProposal> {
  const found = text.slice(open.start, line.end).lastIndexOf(`\\${quote}`);
  const at = open.start + found;
  if (found < 0 || /r/i.test(prefix) || !/^[)\]},:\s]*$/.test(text.slice(at + 2, line.end))) return;
  const splices = [{ start: at, end: at, text: "\\" }];
  yield { splices, description: "doubled the backslash before the closing quote", cost: 1.6 };
}

/** `'text")`: closed with the other quote, which the text has only once. */
function* otherQuote({ broken: { text }, line, open, quote }: OpenString): Generator<SyntaxProposal> {
  const other = quote === '"' ? "'" : '"';
  const body = text.slice(open.start, line.end);
  const at = open.start + body.indexOf(other);
  if (at < open.start || body.split(other).length !== 2) return;
  if (!/^\s*(?:[)\]},:.+%]|$)/.test(text.slice(at + 1, line.end))) return;
  const splices = [{ start: at, end: at + 1, text: quote }];
  yield { splices, description: `closed a text with ${quote}, as it was opened`, cost: 1.5 };
}
