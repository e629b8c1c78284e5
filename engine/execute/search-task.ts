import type { Candidate, RunFacts } from "../candidates/candidate.ts";
import type { ExampleText } from "./example-texts.ts";
import type { Example } from "./protocol.ts";
import type { TextScreen } from "./text-screen.ts";
import type { BoxSession } from "./session.ts";

/** A program whose examples do not all hold, in the box where edits of one of its files are tried. */
export type SearchTask = Readonly<{
  session: BoxSession;
  /** The text that is edited. */
  source: string;
  /** Its path, where it is another file than the main one. */
  file?: string | undefined;
  texts: readonly ExampleText[];
  examples: readonly Example[];
  /** The examples that do not hold. */
  failing: readonly number[];
  /** What candidates are screened by. */
  screens: readonly TextScreen[];
}>;

/** A candidate that every example proves, and the other ones that passed the same screen. */
export type SearchProof = Readonly<{
  task: SearchTask;
  winner: Candidate;
  rivals: readonly Candidate[];
  /** What running the program showed. */
  facts: RunFacts;
  /** How many places of the program the winner changes. */
  edits: 1 | 2;
  /** Whether a limit of time ended the count of those that pass too. */
  isLate?: boolean;
}>;

export type SearchTools = Readonly<{
  /** Edits of the source in the order of their cost. */
  propose(source: string, facts: RunFacts): Promise<readonly Candidate[]>;
  /** Whether the checkers have no more against the edited source than the examples have against the original. */
  isNoWorse(task: SearchTask, edited: string): Promise<boolean>;
  /** Told how many more candidates were tried. */
  onScreened?(count: number): void;
}>;
