import { placeOf, type GuardCondition } from "./fix-context.ts";

/** `warn` is the old name of `warning` for a logger of `logging`; another object may have only one of the two. */
export const isOfLogging: GuardCondition = (fix, context) => {
  const { text } = context.tree;
  const at = placeOf(fix, context);
  const method = context.all("Attribute").find(({ value, end }) => value.end <= at && at < end);
  if (!method || method.end - method.attr.length !== at) return false;
  const receiver = text.slice(method.value.start, method.value.end);
  if (receiver === "logging") return /^[\t ]*import logging\b/m.test(text);
  return context
    .all("Assign")
    .some(
      ({ targets, value }) =>
        /^(?:logging\.)?getLogger\(/.test(text.slice(value.start, value.end)) &&
        targets.some((target) => text.slice(target.start, target.end) === receiver),
    );
};
