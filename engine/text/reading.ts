/** How a text that may not parse is read: a program, one cut off mid-thought, or something else altogether. */
export type TextReading =
  | Readonly<{ kind: "program" }>
  | Readonly<{ kind: "cut off"; missing: string }>
  | Readonly<{ kind: "not a program" }>;

/** A word that is a whole statement by itself. */
const statements = new Set([
  "pass",
  "break",
  "continue",
  "return",
  "raise",
  "yield",
  "None",
  "True",
  "False",
]);

/** A single word, even with punctuation behind it, is not a program, although Python would evaluate it. */
export function isBareWord(text: string): boolean {
  const word = /^\s*([\p{L}_][\p{L}\p{N}_]*)(?![\p{L}\p{N}_])(?:[ \t]*[\p{P}\p{S}])*\s*$/u.exec(text)?.[1];
  return word !== undefined && !statements.has(word) && !startedMore.test(text);
}

/** A bracket, an operator, or a header that needs only its body. */
const startedMore = /[()[\]{}=+*/%<>&|^~@-]|^\s*(?:try|else|finally|except|lambda)\s*:/;

/** Reads a text that does not parse. `parses` is asked about each of a few small completions of it. */
export function readBroken(text: string, parses: (text: string) => boolean): TextReading {
  if (isBareWord(text)) return { kind: "not a program" };
  for (const { added, missing } of completionsOf(text)) {
    if (parses(text + added)) return { kind: "cut off", missing };
  }
  return looksLikeCode(text) ? { kind: "program" } : { kind: "not a program" };
}

/** Prose holds no line that starts like a statement or is built like one. */
function looksLikeCode(text: string): boolean {
  return codeSigns.some((sign) => sign.test(text));
}

const codeSigns = [
  /^[^\S\r\n\u2028\u2029]*(?:def|class|import|from|for|while|if|elif|else|try|except|with|return|async|await|print)\b/m,
  // These start sentences too, but not with more than words behind them.
  /^[^\S\r\n\u2028\u2029]*(?:del|lambda|raise|assert|global|nonlocal|yield|match|case)\b(?![ \p{L}.!?]*$)/mu,
  /^[^\S\r\n\u2028\u2029]*(?:(?:global|nonlocal)\s+\w+|pass|break|continue)\s*$/m,
  /^[^\S\r\n\u2028\u2029]*[@#("']/m,
  /[\p{L}\p{N}_\])"'.`]\s*(?:[-+*/%|&^:]|\*\*|\/\/)?=|\w\(|[[{]|:\s*$/mu,
];

type Completion = Readonly<{ added: string; missing: string }>;

/** What could be missing at the end, the smallest first. */
function* completionsOf(text: string): Generator<Completion> {
  const { quote, isFormatted, closers } = openAtEnd(text);
  const lines = text.split(/\r\n|\r|\n/);
  const lastLine = lines.at(-1)!;
  const lastWritten = lines.findLast((line) => line.trim() !== "") ?? "";
  const indent = /^[ \t]*/.exec(lastWritten)![0];
  const body = `\n${indent}    pass`;
  if (quote === "" && lastLine.endsWith("\\")) {
    yield { added: `\n x${closers}`, missing: "the rest of the line" };
    yield { added: `\n x${closers}:${body}`, missing: "the rest of the line and a body" };
    return;
  }
  const open = [quote && `the closing ${quote}`, closers && `the closing ${closers}`]
    .filter(Boolean)
    .join(" and ");
  const closed = quote + closers;
  if (closed === "" && lastWritten.endsWith(":")) {
    yield { added: body, missing: "a body" };
    yield { added: `\n${indent}    case _: pass`, missing: "a case" };
    yield { added: `${body}\n${indent}except Exception:${body}`, missing: "a body and an except clause" };
  }
  if (closed !== "") yield { added: closed, missing: open };
  if (isFormatted) {
    yield { added: `}${closed}`, missing: `the closing } and ${open}` };
    yield { added: ` x}${closed}`, missing: `an operand, the closing } and ${open}` };
  }
  if (closers !== "") yield { added: `${quote} x${closers}`, missing: `an operand and ${open}` };
  if (closers.startsWith("}")) yield { added: `${quote}: x${closers}`, missing: `a value and ${open}` };
  const and = open === "" ? "" : `${open} and `;
  yield { added: `${closed} x`, missing: `${and}an operand` };
  yield { added: `${closed}x`, missing: `${and}a name` };
  yield { added: `${closed}:${body}`, missing: `${and}a colon and a body` };
  yield { added: `${closed} x:${body}`, missing: `${and}an operand, a colon and a body` };
  yield { added: `${quote} x${closers}:${body}`, missing: `an operand, ${and}a colon and a body` };
  yield { added: `${closed}${body}`, missing: `${and}a body` };
  yield { added: `${closed}\n${indent}except Exception:${body}`, missing: `${and}an except clause` };
  // The line that was cut off stands in a body, one step deeper than its `try`.
  const outer = indent.replace(/\t$| {1,4}$/, "");
  yield { added: `${closed}\n${outer}except Exception:\n${indent}pass`, missing: `${and}an except clause` };
  if (/^\s*@/.test(lastWritten)) {
    yield { added: `${closed}\n${indent}def x(): pass`, missing: `${and}the decorated definition` };
  }
  if (/\bdef\b/.test(lastLine)) yield { added: `${closed}():${body}`, missing: "the rest of the definition" };
  if (/\b(?:import|from)\b/.test(lastLine)) yield { added: " import x", missing: "the imported name" };
  if (/\bfor\b/.test(lastLine)) {
    yield { added: ` in x${closed}:${body}`, missing: "the rest of the loop" };
    yield { added: ` in x${closed}`, missing: `the rest of the comprehension` };
    yield { added: ` x in x${closed}`, missing: `the rest of the comprehension` };
  }
  if (/\blambda\b/.test(lastLine)) yield { added: `: x${closed}`, missing: "the body of the lambda" };
  if (/\bif\b/.test(lastLine)) {
    yield { added: ` else x${closed}`, missing: "the else of the condition" };
    yield { added: ` x else x${closed}`, missing: "the condition and its else" };
  }
  if (/\d[eExXoObB_]?$/.test(lastLine))
    yield { added: `0${closed}`, missing: `${and}the rest of the number` };
}

// Strings first, so that brackets and hashes inside them do not count.
const pieces = /([rRbBuUfFtT]{0,2})("""|'''|"|')|#[^\r\n]*|[()[\]{}]/g;
const closerOf: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** The quote and the brackets still open where the text ends. */
function openAtEnd(text: string): { quote: string; isFormatted: boolean; closers: string } {
  const stack: string[] = [];
  pieces.lastIndex = 0;
  for (let piece = pieces.exec(text); piece; piece = pieces.exec(text)) {
    const [found, prefix, quote] = piece;
    if (quote !== undefined) {
      const end = endOfString(text, pieces.lastIndex, quote);
      if (end === undefined) {
        return { quote, isFormatted: /[ft]/i.test(prefix!), closers: stack.toReversed().join("") };
      }
      pieces.lastIndex = end;
    } else if (found in closerOf) stack.push(closerOf[found]!);
    else if (stack.at(-1) === found) stack.pop();
  }
  return { quote: "", isFormatted: false, closers: stack.toReversed().join("") };
}

function endOfString(text: string, from: number, quote: string): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text.startsWith(quote, at)) return at + quote.length;
    else if (quote.length === 1 && (text[at] === "\n" || text[at] === "\r")) return at;
  }
  return undefined;
}
