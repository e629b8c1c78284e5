import { blockOf } from "../../tree/layout.ts";
import type { Statement } from "../../tree/nodes.ts";
import { importAt, placeOf, type FixContext, type FixGroup, type ImportStatement } from "./fix-context.ts";

/**
 * Ruff does not say which of its fixes exclude each other: two unused imports that are all a function has would each be
 * taken out, and leave it empty. Such imports stay; a block that has nothing else wants them.
 */
export function withoutEmptyBlocks(groups: readonly FixGroup[], context: FixContext): FixGroup[] {
  const removed = new Map(groups.map((group) => [group, removedBy(group, context)]));
  const gone = new Set<Statement>([...removed.values()].filter((statement) => statement !== undefined));
  return groups.filter((group) => {
    const statement = removed.get(group);
    return !statement || blockOf(statement).block.some((each) => !gone.has(each) && !isConstant(each));
  });
}

/** The statement that goes as a whole. */
function removedBy({ fixes, splices }: FixGroup, context: FixContext): ImportStatement | undefined {
  const statement = importAt(context, placeOf(fixes[0]!, context));
  const isWhole =
    statement &&
    splices.some(
      ({ start, end, text }) => start <= statement.start && statement.end <= end && text.trim() === "",
    );
  return isWhole ? statement : undefined;
}

/** A docstring or `...`: a block of nothing else was not meant to stay. */
function isConstant(statement: Statement): boolean {
  return statement.kind === "Expr" && statement.value.kind === "Constant";
}
