import type { Diagnostic, ExampleCounts } from "../verdict.ts";
import type { ExampleCheck } from "./check-examples.ts";
import type { Example } from "./protocol.ts";

/** What was judged: none where there is no example at all. */
export function countExamples({ examples, isEmpty }: ExampleCheck): ExampleCounts | null {
  if (examples.length === 0 && !isEmpty) return null;
  const judged = examples.filter(({ kind }) => kind !== "unreadable");
  const held = judged.filter((example) => example.held);
  return {
    given: examples.length,
    judged: judged.length,
    held: held.length,
    failed: judged.length - held.length,
    weak: held.filter(({ weak }) => weak !== null).length,
  };
}

/** What is said of the examples themselves, whatever the program does. */
export function adviseOnExamples(check: ExampleCheck): Diagnostic[] {
  return [...(check.isEmpty ? [noExample] : []), ...adviseOnWeak(check.examples)];
}

const noExample: Diagnostic = {
  severity: "error",
  rule: "python:no-example",
  message:
    "`options.examples` holds nothing that can be run. Write assertions (`assert square(3) == 9`), doctest lines " +
    "(`>>> square(3)` with `9` on the next line), or functions named `test_*`.",
  line: null,
  column: null,
};

function adviseOnWeak(examples: readonly Example[]): Diagnostic[] {
  const held = examples.filter((example) => example.held);
  const weak = held.filter((example) => example.weak !== null);
  const [first] = weak;
  if (!first) return [];
  const share = `${weak.length} of ${held.length} examples that hold ${weak.length === 1 ? "is" : "are"} weak`;
  return [
    {
      severity: "warning",
      rule: "python:weak-example",
      message: `${share}, because the code itself could decide: \`${shorten(first.text)}\` (${first.weak}). Compare a plain value that the code returns with one you write out.`,
      line: first.line,
      column: null,
    },
  ];
}

const maxCharacters = 200;

function shorten(text: string): string {
  const line = text
    .split("\n")
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .join(" ");
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line;
}
