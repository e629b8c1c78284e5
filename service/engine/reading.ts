/** How a text that may not parse is read: a program, one cut off mid-thought, or something else altogether. */
export type Reading =
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
  const word = /^\s*([\p{L}_][\p{L}\p{N}_]*)[\p{P}\p{S}]*\s*$/u.exec(text)?.[1];
  return word !== undefined && !statements.has(word) && !/[()[\]{}=]/.test(text);
}

/** Reads a text that does not parse. `parses` is asked about each of a few small completions of it. */
export function readBroken(text: string, parses: (text: string) => boolean): Reading {
  if (isBareWord(text)) return { kind: "not a program" };
  for (const { added, missing } of completionsOf(text)) {
    if (parses(text + added)) return { kind: "cut off", missing };
  }
  return looksLikeCode(text) ? { kind: "program" } : { kind: "not a program" };
}

/** Prose holds no line that starts like a statement or is built like one. */
function looksLikeCode(text: string): boolean {
  const opening =
    /^\s*(?:def|class|import|from|for|while|if|elif|else|try|except|with|return|async|await)\b|^\s*[@#]/m;
  return opening.test(text) || /[\w\])]\s*[-+*/%|&^]?=|\w\(|[[{]|:\s*$|^\s*["']/m.test(text);
}

type Completion = Readonly<{ added: string; missing: string }>;

/** What could be missing at the end, the smallest first. */
function* completionsOf(text: string): Generator<Completion> {
  const { quote, closers } = openAtEnd(text);
  const lastLine = text.slice(Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1);
  const indent = /^[ \t]*/.exec(
    text
      .trimEnd()
      .split(/\r\n|\r|\n/)
      .at(-1)!,
  )![0];
  const open = [quote && `the closing ${quote}`, closers && `the closing ${closers}`]
    .filter(Boolean)
    .join(" and ");
  const closed = quote + closers;
  const body = `\n${indent}    pass`;
  if (closed !== "") yield { added: closed, missing: open };
  if (closers !== "") yield { added: `${quote} x${closers}`, missing: `an operand and ${open}` };
  const and = open === "" ? "" : `${open} and `;
  yield { added: `${closed} x`, missing: `${and}an operand` };
  yield { added: `${closed}x`, missing: `${and}a name` };
  yield { added: `${closed}:${body}`, missing: `${and}a colon and a body` };
  yield { added: `${closed} x:${body}`, missing: `${and}an operand, a colon and a body` };
  yield { added: `${closed}${body}`, missing: `${and}a body` };
  yield { added: `\n${indent}except Exception:${body}`, missing: "an except clause" };
  yield { added: `${body}\n${indent}except Exception:${body}`, missing: "a body and an except clause" };
  yield { added: `\n${indent}def x(): pass`, missing: "the decorated definition" };
  if (/\b(?:import|from)\b/.test(lastLine)) yield { added: " import x", missing: "the imported name" };
  if (/\bfor\b/.test(lastLine)) yield { added: ` in x${closed}:${body}`, missing: "the rest of the loop" };
  if (/\blambda\b/.test(lastLine)) yield { added: `: x${closed}`, missing: "the body of the lambda" };
  if (/\bif\b/.test(lastLine)) yield { added: ` else x${closed}`, missing: "the else of the condition" };
}

// Strings first, so that brackets and hashes inside them do not count.
const pieces = /[rRbBuUfFtT]{0,2}("""|'''|"|')|#[^\r\n]*|[()[\]{}]/g;
const closerOf: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** The quote and the brackets still open where the text ends. */
function openAtEnd(text: string): { quote: string; closers: string } {
  const stack: string[] = [];
  pieces.lastIndex = 0;
  for (let piece = pieces.exec(text); piece; piece = pieces.exec(text)) {
    const quote = piece[1];
    if (quote !== undefined) {
      const end = endOfString(text, pieces.lastIndex, quote);
      if (end === undefined) return { quote, closers: stack.toReversed().join("") };
      pieces.lastIndex = end;
    } else if (piece[0] in closerOf) stack.push(closerOf[piece[0]]!);
    else if (stack.at(-1) === piece[0]) stack.pop();
  }
  return { quote: "", closers: stack.toReversed().join("") };
}

function endOfString(text: string, from: number, quote: string): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text.startsWith(quote, at)) return at + quote.length;
    else if (quote.length === 1 && (text[at] === "\n" || text[at] === "\r")) return at;
  }
  return undefined;
}
