import type { Plan } from "./plan.ts";
import type { BoxSession } from "./session.ts";

/** A program whose examples do not all hold, in the box where edits of it are tried. */
export type SearchTask = Readonly<{
  session: BoxSession;
  source: string;
  plan: Plan;
  /** The examples that do not hold. */
  failing: readonly number[];
}>;
