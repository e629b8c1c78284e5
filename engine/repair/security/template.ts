import type { Splice } from "../../text/splices.ts";
import type { Expression } from "../../tree/nodes.ts";

/** A place of a text where a value is written in, and the part of the source that writes it there. */
export type Hole = Readonly<{
  value: Expression;
  /** What it is written as: `{name}`, `%s`, `" + name + "`. */
  start: number;
  end: number;
  /** What has to follow a placeholder that is put in its place. */
  closing: string;
  isConverted: boolean;
}>;

/** A text that is put together; in `text` each hole is one `\0`. */
export type Template = Readonly<{
  text: string;
  holes: readonly Hole[];
  /** What has to go besides, when no hole is left. */
  rest: readonly Splice[];
  /** Whether some holes may stay. */
  mayStay: boolean;
}>;

/** Text that means what it says: no escape, and no zero that could be taken for a hole. */
export function isPlain(text: string): boolean {
  return !/[\\\0]/.test(text);
}
