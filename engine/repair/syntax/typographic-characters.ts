import type { Splice } from "../../text/splices.ts";
import type { BrokenText } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

/** What Python writes for what word processors, chat windows and other keyboards write. */
const plain: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    '"': "“”„‟«»＂″",
    "'": "‘’‚‛＇′´",
    "-": "–—−‐‑－",
    "*": "×∗＊",
    "/": "÷∕／",
    "+": "＋",
    "%": "％",
    "<=": "≤",
    ">=": "≥",
    "!=": "≠",
    "=": "＝",
    "<": "＜",
    ">": "＞",
    "->": "→",
    "...": "…",
    "(": "（",
    ")": "）",
    "[": "［【",
    "]": "］】",
    "{": "｛",
    "}": "｝",
    ":": "：",
    ",": "，、",
    ";": "；",
    ".": "．",
    "@": "＠",
    "#": "＃",
    "|": "｜",
    "&": "＆",
  }).flatMap(([sign, signs]) => signs.split("").map((each) => [each, sign])),
);

export const typographicCharacters: SyntaxRepair = { id: "typographic-characters", kind: "certain", propose };

const openers = /["“”„‟«»＂″'‘’‚‛＇′´]/;

// oxlint-disable-next-line no-control-regex -- what is not ASCII is meant
const sign = /[^\0-\x7f]/;

/** Every such character outside of strings and comments, at once. */
function* propose({ text, pieces }: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(text)) return;
  const splices: Splice[] = [];
  let behind = 0;
  for (const { kind, start, end, text: source } of pieces) {
    if (kind !== "Unknown" || start < behind) continue;
    const first = source[0]!;
    if (openers.test(first) && first in plain) {
      const closed = quoted(text, start);
      if (closed) {
        splices.push(...closed);
        behind = closed.at(-1)!.end;
        continue;
      }
    }
    for (let at = start; at < end; at += 1) {
      const put = plainFor(text[at]!);
      if (put !== undefined) splices.push({ start: at, end: at + 1, text: put });
    }
  }
  if (splices.length === 0) return;
  yield { splices, description: `wrote plain characters for ${named(text, splices)}`, cost: 1 };
}

function plainFor(sign: string): string | undefined {
  if (Object.hasOwn(plain, sign)) return plain[sign];
  if (/[\u200b-\u200d\u2060\ufeff\u00ad\u200e\u200f]/.test(sign)) return "";
  return /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/.test(sign) ? " " : undefined;
}

/** The two quotes of a string in typographic quotes, when its text does not contain what they become. */
function quoted(text: string, start: number): Splice[] | undefined {
  const quote = plain[text[start]!]!;
  for (let at = start + 1; at < text.length && !/[\r\n]/.test(text[at]!); at += 1) {
    const isEnd = text[at] === quote || plain[text[at]!] === quote;
    if (!isEnd || isApostrophe(text, at)) continue;
    const inner = text.slice(start + 1, at);
    const other = quote === '"' ? "'" : '"';
    const put = !inner.includes(quote) ? quote : !inner.includes(other) ? other : undefined;
    if (put === undefined) return undefined;
    return [
      { start, end: start + 1, text: put },
      { start: at, end: at + 1, text: put },
    ];
  }
  return undefined;
}

function isApostrophe(text: string, at: number): boolean {
  return /['’‘]/.test(text[at]!) && /\p{L}/u.test(text[at - 1]!) && /\p{L}/u.test(text[at + 1] ?? "");
}

function named(text: string, splices: readonly Splice[]): string {
  const signs = new Set(splices.map(({ start, end }) => text.slice(start, end)));
  const shown = [...signs]
    .slice(0, 5)
    .map((sign) => (/\S/.test(sign) && plainFor(sign) !== "" ? sign : codeOf(sign)));
  return shown.join(" ") + (signs.size > 5 ? " and others" : "");
}

function codeOf(sign: string): string {
  return `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
