import { placeOf, type GuardCondition } from "./fix-context.ts";

/** `except ValueError as e` without the name: any other unused variable may be a misspelling of a used one. */
export const isCaughtName: GuardCondition = (fix, context) => {
  const at = placeOf(fix, context);
  const handler = context.all("ExceptHandler").findLast(({ start, end }) => start <= at && at < end);
  const [splice, ...others] = fix.splices;
  if (!handler?.name || !splice || others.length > 0 || splice.text !== "") return false;
  if (splice.start < handler.start || splice.end > handler.body[0]!.start) return false;
  const removed = context.tree.text.slice(splice.start, splice.end).replace(/\\(?:\r\n|\r|\n)/g, " ");
  return removed.trim().split(/\s+/).join(" ") === `as ${handler.name}`;
};
