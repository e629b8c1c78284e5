import type { Dice } from "../dice.ts";

/** Characters in which two languages, or two versions of Unicode, may differ. */
const hostile = Array.from(
  "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2000\u2028\u2029\u202f\u3000\u180e\ufeff\u200b\u200d\u00ad\0\x7f" +
    "ßẞİıŉǰΐﬁﬆſKÅςσΣµÿŸǅǆᾳΌéÉе́\u0345\u0301" +
    "٣³²½Ⅷ①၁〇" +
    "😀𝐀𐐀𝟘\u{10ffff}\uffff\ue000" +
    "\u{1c89}\ua7cb\u{10d50}\u{16ebb}",
);
const plain = Array.from("sytemSYTEMabxX019_-+ .,%{}$&#;=<>/\\'\"\t\n");
const words = [
  "system",
  "sys",
  "tem",
  "os",
  "",
  " a b  c ",
  "a,b,,c",
  "xsystem",
  "SYSTEM",
  "aXbX",
  "line\r\nnext\n",
  "-7",
  "0042",
  "%s",
  "{}",
  "{0}{1}",
];
const odd = ["\ud800", "\udc00", "\ud83d\ude00"];

/** The characters of a text, as Python will see them. */
function randomText(dice: Dice): string {
  if (dice.below(3) === 0) return dice.pick(words);
  const length = dice.below(7);
  const alphabet = dice.below(2) === 0 ? plain : [...plain, ...hostile, ...hostile];
  return Array.from({ length }, () => dice.pick(alphabet)).join("");
}

/** A string literal, its characters written in any possible way. */
export function strLiteral(dice: Dice): string {
  const quote = dice.pick(["'", '"']);
  const body = Array.from(randomText(dice), (one) => spelled(dice, one, quote)).join("");
  const half = dice.below(40) === 0 ? spelled(dice, dice.pick(odd), quote) : "";
  return quote + body + half + quote;
}

function spelled(dice: Dice, one: string, quote: string): string {
  if (one.length > 1 && !one.isWellFormed())
    return Array.from(one, (half) => spelled(dice, half, quote)).join("");
  const point = one.codePointAt(0)!;
  const isPrinted =
    point >= 0x20 && point !== 0x7f && point !== 0x85 && one !== quote && one !== "\\" && one.isWellFormed();
  if (isPrinted && dice.below(4) > 0 && point !== 0xfeff) return one;
  const hex = (size: number): string => point.toString(16).padStart(size, "0");
  if (point < 0x100 && dice.below(2) === 0) return `\\x${hex(2)}`;
  if (point < 0x100 && dice.below(3) === 0) return `\\${point.toString(8).padStart(3, "0")}`;
  if (point === 0x200b && dice.below(2) === 0) return "\\N{ZERO WIDTH SPACE}";
  return point < 0x10000 ? `\\u${hex(4)}` : `\\U${hex(8)}`;
}

export function bytesLiteral(dice: Dice): string {
  const codes =
    dice.below(2) === 0
      ? Array.from(dice.pick(words), (one) => one.charCodeAt(0))
      : Array.from({ length: dice.below(7) }, () => dice.below(dice.pick([128, 256])));
  const body = codes.map((code) =>
    code >= 0x20 && code < 0x7f && code !== 0x27 && code !== 0x5c
      ? String.fromCodePoint(code)
      : `\\x${code.toString(16).padStart(2, "0")}`,
  );
  return `b'${body.join("")}'`;
}
