import { readMismatch } from "../parts/mismatch.ts";
import type { ReadVerdict } from "../../engine/verdict.ts";

/** One example as it was written; `line` is the last of its lines, from 0. */
export type WrittenExample = Readonly<{ text: string; expected: string | undefined; line: number }>;

/** `problem` is missing where it passed. */
export type ExampleResult = WrittenExample &
  Readonly<{ problem: string | undefined; got: string | undefined }>;

/** Doctest prompts with what they must give, and assertions. */
export function readExamples(written: string): readonly WrittenExample[] {
  const examples: { text: string; expected: string | undefined; line: number }[] = [];
  let isPrompt = false;
  for (const [line, text] of written.split("\n").entries()) {
    const last = examples.at(-1);
    const prompt = /^\s*>>> ?(.*)$/.exec(text)?.[1];
    const more = /^\s*\.\.\. ?(.*)$/.exec(text)?.[1];
    if (prompt !== undefined) {
      examples.push({ text: prompt, expected: undefined, line });
      isPrompt = true;
    } else if (/^(?:assert|with|for|try)\b/.test(text)) {
      examples.push({ text, expected: undefined, line });
      isPrompt = false;
    } else if (more !== undefined && last) Object.assign(last, { text: `${last.text}\n${more}`, line });
    else if (text.trim() === "") isPrompt = false;
    else if (isPrompt && last)
      Object.assign(last, {
        expected: last.expected === undefined ? text : `${last.expected}\n${text}`,
        line,
      });
    else if (/^\s/.test(text) && last) Object.assign(last, { text: `${last.text}\n${text}`, line });
  }
  return examples;
}

/** What came of each. A verdict names those that failed, by their text. */
export function outcomesOf(written: string, { diagnostics }: ReadVerdict): readonly ExampleResult[] {
  const failures = diagnostics.filter(({ rule }) => rule === "python:example-mismatch");
  return readExamples(written).map((example) => {
    const quoted = `\`${asQuoted(example.text)}\``;
    const bare = `\`${asQuoted(example.text.replace(/^assert /, ""))}\``;
    const problem = failures.find(
      ({ message }) => message.includes(quoted) || message.includes(bare),
    )?.message;
    return { ...example, problem, got: readMismatch(problem ?? "")?.got };
  });
}

/** An assertion of equality, as what is called and what it must give. */
export function inTwo({ text, expected }: WrittenExample): Readonly<{ call: string; expected: string }> {
  const [begin, equals] = ["assert ", " == "];
  const at = text.indexOf(equals, begin.length + 1);
  if (text.startsWith(begin) && at > 0 && !text.includes("\n"))
    return { call: text.slice(begin.length, at), expected: text.slice(at + equals.length) };
  return { call: text, expected: expected ?? "" };
}

/** As the service writes an example into a message: on one line, shortened. */
function asQuoted(text: string): string {
  const line = text.replaceAll(/\s+/g, (gap) => (gap.includes("\n") ? " " : gap)).trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
