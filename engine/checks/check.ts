import type { FindingData } from "../findings/data.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { Node } from "../tree/nodes.ts";

/** One thing that is wrong with a text, the place of it and, where a repair has to know, what it is about. */
export type Finding = Readonly<{ node: Node; message: string; data?: FindingData | undefined }>;

/** Finds one kind of mistake. Its page, `<id>.md` beside it, says what and when; the page's examples are its tests. */
export type Check = Readonly<{
  id: string;
  /** An error where the program must fail or is surely wrong; it makes the text invalid. */
  severity: "error" | "warning";
  find(facts: ProgramFacts): Iterable<Finding>;
}>;
