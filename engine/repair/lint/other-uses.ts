import type { Alias } from "../../tree/nodes.ts";
import type { FixContext, ImportStatement } from "./fix-context.ts";

/** Uses that ruff does not see: by name in a text, from a doctest or a comment, or through the package above. */
export function isReachedOtherwise(
  statement: ImportStatement,
  { name, asname }: Alias,
  { tree, hidden }: FixContext,
): boolean {
  if (hidden.isDynamic || wordOf(asname || name.split(".", 1)[0]!).test(hidden.said)) return true;
  // `from logging import handlers` is what makes `logging.handlers` work.
  const isFrom = statement.kind === "ImportFrom";
  const submodule = isFrom ? `${statement.module}.${name}` : name;
  if (!submodule.includes(".") || (!isFrom && !asname)) return false;
  const use = wordOf(submodule);
  return use.test(tree.text.slice(0, statement.start)) || use.test(tree.text.slice(statement.end));
}

function wordOf(dotted: string): RegExp {
  return new RegExp(`(?<![\\w.])${RegExp.escape(dotted)}(?!\\w)`, "u");
}
