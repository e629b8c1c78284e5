import type { BrokenText } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const proseAroundCode: SyntaxRepair = {
  id: "prose-around-code",
  kind: "certain",
  isGuess: true,
  propose,
};

/** Sentences before the first line of code and behind the last. */
function* propose({ text, lines }: BrokenText): Generator<SyntaxProposal> {
  const texts = lines.map(({ start, end }) => text.slice(start, end).trim());
  const head = run(texts);
  if (head > 0 && head < lines.length)
    yield {
      splices: [{ start: 0, end: lines[head]!.start, text: "" }],
      description: wordsFor(head, "before"),
      cost: 1.5,
    };
  const tail = run(texts.toReversed());
  const from = lines.length - tail;
  if (tail > 0 && from > 0)
    yield {
      splices: [{ start: lines[from]!.start, end: text.length, text: "" }],
      description: wordsFor(tail, "behind"),
      cost: 1.5,
    };
}

function wordsFor(count: number, where: string): string {
  return count === 1 ? `removed a line of text ${where} the code` : `removed the text ${where} the code`;
}

/** How many lines from the start are text or blank; none when no sentence is among them. */
function run(texts: readonly string[]): number {
  let count = 0;
  let last = 0;
  let sentences = 0;
  for (const line of texts) {
    const isText = isSentence(line);
    if (!isText && line !== "" && !isTitle(line)) break;
    count += 1;
    if (isText) sentences += 1;
    if (line !== "") last = count;
  }
  if (sentences === 0 || last === texts.length) return 0;
  return count;
}

const keywords = new Set(
  "and or not in is if else for while def class return import from as with try except raise lambda print yield async await del assert global nonlocal elif finally pass break continue".split(
    " ",
  ),
);

function isTitle(line: string): boolean {
  return /^(?:\*\*)?[A-Z][A-Za-z ]{2,40}(?:\*\*)?:?(?:\*\*)?$/.test(line);
}

/** Two places where a word follows a word, as in no statement, and nothing that only code has. */
function isSentence(line: string): boolean {
  if (/^[#@"']|[=\\{[]|[([,]$|^[a-z_]+\(/.test(line.replaceAll(/`[^`]*`/g, "code"))) return false;
  if (!/^(?:[-*>] |\d+[.)] )?(?:\*\*)?[`A-Z\p{Lu}]/u.test(line) && !/[.!?:]$/.test(line)) return false;
  const words = line
    .split(/\s+/)
    .map((word) => word.replace(/^[("'*`]+/, "").replace(/(?<![)"'*`,.;:!?])[)"'*`,.;:!?]+$/, ""));
  // `except ValueError, e:` is code that is written wrongly.
  if (keywords.has(words[0]!)) return false;
  let pairs = 0;
  for (let n = 1; n < words.length; n += 1) {
    if ([words[n - 1]!, words[n]!].every((word) => /^[\p{L}’'-]+$/u.test(word) && !keywords.has(word)))
      pairs += 1;
  }
  return pairs >= (words.length > 3 ? 2 : 1);
}
