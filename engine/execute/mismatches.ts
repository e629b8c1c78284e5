import type { Diagnostic } from "../verdict.ts";
import type { Example } from "./protocol.ts";

/** What does not hold, each with what was expected and what came. `endedHow` tells why answers may be missing. */
export function toMismatches(examples: readonly Example[], endedHow?: string): Diagnostic[] {
  return examples
    .filter(({ held }) => !held)
    .map((example) => ({
      severity: "error",
      rule: "python:example-mismatch",
      message: explain(example, cameOf(example, endedHow)),
      line: example.line,
      column: null,
    }));
}

/** What came instead. The judge says `no answer…` of an example the program did not get to. */
function cameOf({ got }: Example, endedHow: string | undefined): string {
  const came = got ?? "no answer";
  if (!came.startsWith("no answer")) return `got ${came}`;
  return endedHow ?? came;
}

function explain({ kind, text, expected, problem }: Example, came: string): string {
  if (kind === "unreadable")
    return `The example ${quote(text)} cannot be read: ${problem ?? "it does not parse"}.`;
  const cause = problem === null ? "" : ` (${problem})`;
  switch (kind) {
    case "value":
    case "output":
      return `${quote(text)}: expected ${expected}, ${came}${cause}.`;
    case "raises":
      return `${quote(text)}: expected it to raise ${expected}, ${came}${cause}.`;
    case "assertion":
    case "test":
      return `${quote(text)} does not hold: ${came}${cause}.`;
    case "runs":
      return `${quote(text)} must run without an exception: ${came}${cause}.`;
    default:
      return kind satisfies never;
  }
}

const maxCharacters = 200;

function quote(text: string): string {
  const line = text.replaceAll(/\s+/g, (gap) => (gap.includes("\n") ? " " : gap)).trim();
  return `\`${line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line}\``;
}
