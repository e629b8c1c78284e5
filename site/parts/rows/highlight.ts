import { classHighlighter, highlightTree } from "@lezer/highlight";
import { parser } from "@lezer/python";

/** A stretch of a text with the classes that it is drawn in. */
export type Span = Readonly<{ from: number; to: number; classes: string }>;

/** What of a Python program is a keyword, a string and so on. */
export function highlightPython(code: string): readonly Span[] {
  const spans: Span[] = [];
  highlightTree(parser.parse(code), classHighlighter, (from, to, classes) =>
    spans.push({ from, to, classes }),
  );
  return spans;
}
