import { createLinter, type Linter } from "../../../../engine/lint/lint.ts";

/** Numbers below a bound, the same ones for the same seed. */
export type Random = (bound: number) => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

export type RandomEdit = (text: string, random: Random) => string;

const signs = "()[]{}\"':,.=+-*abcx1 #?";
const shifts = [-4, -2, -1, 1, 2, 4];

function without(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(end);
}

function ofKind(linter: Linter, kinds: RegExp): RandomEdit {
  return (text, random) => {
    const found = linter.tokens(text).filter(({ kind, start, end }) => kinds.test(kind) && end > start);
    const { start, end } = found[random(found.length)]!;
    return without(text, start, end);
  };
}

function ofLine(edit: (line: string, random: Random) => string | undefined): RandomEdit {
  return (text, random) => {
    const lines = text.split("\n");
    const at = random(lines.length);
    const put = edit(lines[at]!, random);
    lines.splice(at, 1, ...(put === undefined ? [] : [put]));
    return lines.join("\n");
  };
}

/** Slips of the hand and of transport, by name. */
export function randomEdits(linter = createLinter()): Readonly<Record<string, RandomEdit>> {
  return {
    "a character is deleted": (text, random) => {
      const at = random(text.length);
      return without(text, at, at + 1);
    },
    "a character is inserted": (text, random) => {
      const at = random(text.length);
      return text.slice(0, at) + signs[random(signs.length)]! + text.slice(at);
    },
    "a character is doubled": (text, random) => {
      const at = random(text.length);
      return text.slice(0, at + 1) + text.slice(at);
    },
    "a token is dropped": ofKind(linter, /^(?!Newline|NonLogicalNewline|Indent|Comment)/),
    "a bracket, comma or colon is dropped": ofKind(linter, /^(?:[LR](?:par|sqb|brace)|Comma|Colon)$/),
    "a quote is dropped": (text, random) => {
      const quotes = [...text.matchAll(/["']/g)];
      const { index } = quotes[random(quotes.length)]!;
      return without(text, index, index + 1);
    },
    "a line is dropped": ofLine(() => undefined),
    "a line is shifted": ofLine((line, random) => {
      const shift = shifts[random(shifts.length)]!;
      if (shift > 0) return " ".repeat(shift) + line;
      return line.startsWith(" ".repeat(-shift)) ? line.slice(-shift) : line;
    }),
    "the tail is cut off": (text, random) => text.slice(0, random(text.length)),
  };
}
