import type { ReadVerdict } from "../../engine/verdict.ts";

type Mismatch = Readonly<{ expected: string; got: string }>;

/** One example as it was written; `line` is the last of its lines, from 0. */
export type WrittenExample = Readonly<{ text: string; expected: string | undefined; line: number }>;

/** What the verdict tells of it: `unknown` where it may not have been run. */
export type ExampleResult = WrittenExample &
  Readonly<{ outcome: "passed" | "failed" | "unknown"; problem?: string; mismatch?: Mismatch }>;

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

/** What came of each, as the code was sent. A verdict names those that did not hold, by their text. */
export function outcomesOf(written: string, verdict: ReadVerdict): readonly ExampleResult[] {
  const problems = verdict.diagnostics.filter(({ rule }) => rule === "python:example-mismatch");
  const found = new Set<object>();
  const results = readExamples(written).map((example) => {
    const failure = problems.find(({ line, message }) => line === null && names(message, example.text));
    if (!failure) return { ...example, outcome: "unknown" as const };
    found.add(failure);
    const mismatch = readMismatch(failure.message);
    return {
      ...example,
      outcome: "failed" as const,
      problem: failure.message,
      ...(mismatch && { mismatch }),
    };
  });
  const areFound = problems.every((problem) => problem.line !== null || found.has(problem));
  if (!areFound || !areOthersHeld(verdict, problems)) return results;
  return results.map((result) => (result.outcome === "failed" ? result : { ...result, outcome: "passed" }));
}

/** Whether the verdict's counts say that every example without a problem was run to its end and holds. */
function areOthersHeld(
  { valid, fixed_code: fixed, runtime: { examples } }: ReadVerdict,
  problems: readonly Readonly<{ message: string }>[],
): boolean {
  if (!examples) return false;
  // Code that cannot be parsed is run with its fix only, and the counts are of that run.
  if (!valid && fixed !== null && problems.length === 0) return false;
  const unreadable = problems.filter(({ message }) => message.startsWith("The example `")).length;
  return examples.judged + unreadable === examples.given && examples.failed + unreadable === problems.length;
}

/** An assertion of equality, as what is called and what it must give. */
export function inTwo({ text, expected }: WrittenExample): Readonly<{ call: string; expected: string }> {
  const [begin, equals] = ["assert ", " == "];
  const at = text.indexOf(equals, begin.length + 1);
  if (text.startsWith(begin) && at > 0 && !text.includes("\n"))
    return { call: text.slice(begin.length, at), expected: text.slice(at + equals.length) };
  return { call: text, expected: expected ?? "" };
}

function names(message: string, example: string): boolean {
  return [example, example.replace(/^assert /, "")].some((text) => message.includes(`\`${asQuoted(text)}\``));
}

/** As the service writes an example into a message: on one line, shortened. */
function asQuoted(text: string): string {
  const line = text.replaceAll(/\s+/g, (gap) => (gap.includes("\n") ? " " : gap)).trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** What a message of an example that failed says was expected, and what came. */
function readMismatch(message: string): Mismatch | undefined {
  const [before, between] = [": expected ", ", got "];
  const [from, to] = [message.indexOf(before), message.lastIndexOf(between)];
  if (from < 0 || to < from || !message.endsWith(".")) return undefined;
  const [expected, got] = [message.slice(from + before.length, to), message.slice(to + between.length, -1)];
  return expected === "" || got === "" ? undefined : { expected, got };
}
