/** One small change of a source file that at least one test should notice. */
export type Mutant = Readonly<{
  file: string;
  /** Where it is, counted from 1. */
  line: number;
  /** What is changed, for people. */
  change: string;
  start: number;
  end: number;
  replacement: string;
}>;

export type Edit = Readonly<{ start: number; end: number; replacement: string; change: string }>;

/** Edits of a text as mutants of its file; an edit that changes nothing is no mutant. */
export function toMutants(file: string, text: string, edits: readonly Edit[]): Mutant[] {
  return edits
    .filter(({ start, end, replacement }) => text.slice(start, end) !== replacement)
    .map((edit) => ({ file, line: text.slice(0, edit.start).split("\n").length, ...edit }));
}

export function applyMutant(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** On one line, however many the change is about. */
export function describeMutant({ file, line, change }: Mutant): string {
  return `${file}:${line}  ${change.replaceAll(/\s+/g, " ")}`;
}
