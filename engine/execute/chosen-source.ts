import type { BoxFiles } from "./protocol.ts";

/** A text that may be run. */
export type ChosenSource = Readonly<{
  text: string;
  /** The submitted line of one of its lines, or of a file beside it. */
  lineOf(line: number | null, file?: string): number | null;
  /** Lines of which a type checker says that they cannot work. */
  suspectLines: readonly number[];
  /** Undefined: it stands alone. */
  project?: BoxFiles | undefined;
}>;
