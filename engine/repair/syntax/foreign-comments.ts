import { type Splice, replacement } from "../../text/splices.ts";
import type { BrokenText, Line } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const foreignComments: SyntaxRepair = { id: "foreign-comments", kind: "certain", propose };

const sign = /\/\/|\/\*/;

/** `// text`, `/* text *\/` and `-- text` on lines of their own, all at once; behind code where the parser stumbles. */
function* propose({ text, lines, atLine }: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(text)) return;
  const splices: Splice[] = [];
  let isInside = false;
  for (const { start, end, isInString } of lines) {
    if (isInString) continue;
    const line = text.slice(start, end);
    const mark: RegExpExecArray | null = isInside
      ? /^[ \t]*(?:\*\/|\*(?=\s|$))?/.exec(line)
      : /^[ \t]*(?:\/\/+|\/\*+)/.exec(line);
    if (!mark) continue;
    const indent = /^[ \t]*/.exec(line)![0].length;
    splices.push({ start: start + indent, end: start + Math.max(indent, mark[0].length), text: "#" });
    const close = line.search(/(?<![ \t])[ \t]*\*\//);
    const closed = line.indexOf("*/") + "*/".length;
    isInside = (isInside || mark[0].trim().startsWith("/*")) && close < 0;
    if (close >= mark[0].length) splices.push({ start: start + close, end: start + closed, text: "" });
  }
  if (splices.length > 0 && !isInside) yield { splices, description: "wrote comments with `#`", cost: 1.2 };
  const behind = lines[atLine] && behindCode(text, lines[atLine]);
  if (behind) yield { splices: [behind], description: "wrote a comment with `#`", cost: 2.2 };
}

/** `x = 5 // five of them`: words that follow each other are no operand. */
function behindCode(text: string, { pieces, end }: Line): Splice | undefined {
  const sign = pieces.find(({ kind }, n) => kind === "DoubleSlash" && n > 0);
  if (!sign || !/^\s*[\p{L}'-]+\s+[\p{L}'-]+/u.test(text.slice(sign.end, end))) return undefined;
  return replacement(sign, "#");
}
