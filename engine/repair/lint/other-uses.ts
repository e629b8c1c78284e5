import type { Alias } from "../../tree/nodes.ts";
import { mentions } from "../../text/whole-words.ts";
import type { FixContext, ImportStatement } from "./fix-context.ts";

/** Uses that ruff does not see: by name in a text, from a doctest or a comment, or through the package above. */
export function isReachedOtherwise(
  statement: ImportStatement,
  { name, asname }: Alias,
  { tree, hidden }: FixContext,
): boolean {
  if (hidden.isDynamic || mentions(hidden.said, asname || name.split(".", 1)[0]!)) return true;
  // `from logging import handlers` is what makes `logging.handlers` work.
  const isFrom = statement.kind === "ImportFrom";
  const submodule = isFrom ? `${statement.module}.${name}` : name;
  if (!submodule.includes(".") || (!isFrom && !asname)) return false;
  const others = [tree.text.slice(0, statement.start), tree.text.slice(statement.end)];
  return others.some((text) => mentions(text, submodule));
}
