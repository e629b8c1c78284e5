import { neutraliseCookie } from "../../policy/coding-cookie.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";

export const codingCookie: Repair = { id: "coding-cookie", kind: "changing", propose };

/** Encodings in which each character below 128 is itself: a file may truly be saved in one, and nothing hides in it. */
const isPlain =
  /^(?:us[-_])?ascii$|^(?:latin|l|cp|windows|iso[-_]?8859|koi8|mac|tis|big5|gb|euc|shift)-?\w*(?:-\w+)*$/i;

/** The text is Unicode when it is sent and when it comes back, so what Python should read it as is decided. */
function propose(program: RepairableProgram): Rewrite[] {
  if (program.found("policy:coding-cookie").length === 0) return [];
  const mark = program.text.startsWith("\u{feff}") ? 1 : 0;
  const text = program.text.slice(mark);
  const { text: harmless } = neutraliseCookie(text);
  const at = firstDifference(text, harmless);
  // The difference is inside the word `coding`.
  const cookie = at === undefined ? null : /^oding[:=][ \t]*([-\w.]+)/.exec(text.slice(at, at + 300));
  if (at === undefined || !cookie || isPlain.test(cookie[1]!)) return [];
  const end = mark + at + cookie[0].length;
  const start = end - cookie[1]!.length;
  return [
    {
      splices: [{ start, end, text: "utf-8" }],
      description: `replaced the encoding \`${cookie[1]}\` of the coding cookie by \`utf-8\`; save the file as UTF-8`,
    },
  ];
}

function firstDifference(a: string, b: string): number | undefined {
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return at;
  return undefined;
}
