import type { BoxFiles } from "./protocol.ts";

/** That a line cannot work: running can refute it. */
export type LineClaim = Readonly<{ rule: string; line: number }>;

/** A text that may be run. */
export type ChosenSource = Readonly<{
  text: string;
  /** The submitted line of one of its lines, or of a file beside it. */
  lineOf(line: number | null, file?: string): number | null;
  /** What is said of its lines that only running can refute. */
  claims: readonly LineClaim[];
  /** Undefined: it stands alone. */
  project?: BoxFiles | undefined;
}>;
