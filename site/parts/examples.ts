import type { ReadVerdict } from "../../engine/verdict.ts";

/** One example, and what came of it; `problem` is missing where it passed. */
export type ExampleOutcome = Readonly<{ text: string; problem: string | undefined }>;

/** The caller's examples with their outcomes. A verdict names those that failed, by their text. */
export function readExamples(written: string, { diagnostics }: ReadVerdict): readonly ExampleOutcome[] {
  const failures = diagnostics.filter(
    ({ rule, line }) => rule === "python:example-mismatch" && line === null,
  );
  return splitExamples(written).map((text) => ({
    text,
    problem: failures.find(({ message }) => message.includes(`\`${asQuoted(text)}\``))?.message,
  }));
}

/** Doctest prompts with their continuation lines, and statements with the lines indented below them. */
function splitExamples(written: string): readonly string[] {
  const examples: string[] = [];
  let isExpected = false;
  for (const line of written.split("\n")) {
    const prompt = /^\s*>>> ?(.*)$/.exec(line);
    const isMore = /^\s*\.\.\. ?|^\s+\S/.test(line);
    if (prompt) examples.push(prompt[1]!);
    else if (isMore && examples.length > 0 && !isExpected)
      examples.push(`${examples.pop()!}\n${line.replace(/^\s*\.\.\. ?/, "")}`);
    else if (/^(?:assert|with|for|try)\b/.test(line)) examples.push(line);
    isExpected = prompt === null && !isMore && !line.startsWith("assert");
  }
  return examples;
}

/** As the service writes an example into a message: on one line, shortened. */
function asQuoted(text: string): string {
  const line = text.replaceAll(/\s+/g, (gap) => (gap.includes("\n") ? " " : gap)).trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
