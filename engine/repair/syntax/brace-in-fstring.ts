import type { BrokenText } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const braceInFstring: SyntaxRepair = {
  id: "brace-in-fstring",
  kind: "certain",
  isGuess: true,
  propose,
};

const start = /(?<![\p{L}\p{N}_])(?:[fF][rR]?|[rR][fF])(["'])/gu;
const maxPlaces = 6;

/** A formatted string of one line with a brace that nothing closes or opens. */
function* propose({ text, lines, atLine }: BrokenText): Generator<SyntaxProposal> {
  for (const index of [atLine, atLine - 1]) {
    const line = lines[index];
    if (!line) continue;
    const source = text.slice(line.start, line.end);
    for (const found of source.matchAll(start)) {
      const from = line.start + found.index + found[0].length;
      yield* unclosed(text, from, line.end);
      yield* unopened(text, from, line.end, found[1]!);
    }
  }
}

/** Behind the name that follows the brace. */
function* unclosed(text: string, from: number, end: number): Generator<SyntaxProposal> {
  let places = 0;
  for (const brace of text.slice(from, end).matchAll(/(?<!\{)\{(?!\{)([^{}]*)(\}?)/g)) {
    if (brace[2] === "}" || (places += 1) > maxPlaces) continue;
    const at = from + brace.index + 1;
    const name =
      /^\s*[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*|\[[\w"'-]*\]|\(\))*(?::[<>^]?[\d,]*(?:\.\d+)?[fdsxegn%]?(?![\w ]))?/u.exec(
        brace[1]!,
      );
    if (!name) continue;
    const place = at + name[0].length;
    yield {
      splices: [{ start: place, end: place, text: "}" }],
      description: "added the missing `}`",
      cost: 1.9,
    };
  }
}

/** Before the name that stands before the brace; a brace that stands there twice goes. */
function* unopened(text: string, from: number, end: number, quote: string): Generator<SyntaxProposal> {
  let depth = 0;
  for (let at = from; at < end; at += 1) {
    if (text[at] === quote && depth === 0) return;
    if (text[at] === "{") depth += text[at + 1] === "{" ? 0 : 1;
    if (text[at] !== "}") continue;
    if (depth > 0) {
      depth -= 1;
      continue;
    }
    if (text[at - 1] === "}")
      yield {
        splices: [{ start: at, end: at + 1, text: "" }],
        description: "removed a `}` too many",
        cost: 2.5,
      };
    const last = from + text.slice(from, at).search(/(?<![^\s{}])[^\s{}]*$/);
    const name = /(?<![\p{L}\p{N}_.:])[\p{L}_][\p{L}\p{N}_.]*(?:\(\))?(?::|$)/u.exec(text.slice(last, at));
    const place = last + (name?.index ?? 0);
    if (name)
      yield {
        splices: [{ start: place, end: place, text: "{" }],
        description: "added the missing `{`",
        cost: 1.9,
      };
    return;
  }
}
