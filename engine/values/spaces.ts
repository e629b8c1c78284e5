import { byteSpaces, expandTabs, textSpaces, type Spaces } from "../kernel/spaces.ts";

/** Text with a lone surrogate is never held, since two of them side by side are one character here and two in Python. */
export type TextKind = "str" | "bytes";

export const spacesOf: Readonly<Record<TextKind, Spaces>> = { str: textSpaces, bytes: byteSpaces };

/** What `textwrap.dedent` leaves of a text. */
export function dedent(text: string): string {
  const lines = text.split("\n").map((line) => (/^[ \t]+$/.test(line) ? "" : line));
  const margins = lines.filter((line) => line !== "").map((line) => /^[ \t]*/.exec(line)![0]);
  let [margin = ""] = margins;
  for (const other of margins) while (!other.startsWith(margin)) margin = margin.slice(0, -1);
  return lines.map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line)).join("\n");
}

/** What `inspect.cleandoc` leaves of a text. */
export function cleanDoc(text: string): string {
  const [first = "", ...others] = expandTabs(text, 8).split("\n");
  const margins = others.filter((line) => /[^ ]/.test(line)).map((line) => /^ */.exec(line)![0].length);
  const margin = margins.length === 0 ? 0 : Math.min(...margins);
  const lines = [first.replace(/^ +/, ""), ...others.map((line) => line.slice(margin))];
  while (lines.at(-1) === "") lines.pop();
  while (lines[0] === "") lines.shift();
  return lines.join("\n");
}
