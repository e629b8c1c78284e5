import type { Expression, Node } from "../../tree/nodes.ts";
import { placeOf, type GuardCondition, type FixContext } from "./fix-context.ts";

const effects = new Set<Node["kind"]>([
  "Call",
  "Await",
  "Yield",
  "YieldFrom",
  "NamedExpr",
  "ListComp",
  "SetComp",
  "DictComp",
  "GeneratorExp",
]);

/** What a format string does not use may go, unless working it out does something. */
export const dropsNoEffect: GuardCondition = (fix, context) => {
  const { data } = fix.finding;
  const listed = data?.kind === "unused arguments" ? data.listed : [];
  const dropped = droppedOf(listed, placeOf(fix, context), context);
  // Each that ruff drops is known here.
  if (listed.length === 0 || dropped.length !== listed.length) return false;
  return !context.tree.nodes.some(
    ({ kind, start, end }) =>
      effects.has(kind) && dropped.some((value) => value.start <= start && end <= value.end),
  );
};

/** The values that ruff lists by position or by name. */
function droppedOf(listed: readonly string[], at: number, { all }: FixContext): Expression[] {
  const operation = all("BinOp").find(({ start, op }) => start === at && op === "Mod");
  if (operation?.right.kind === "Dict") {
    const { keys, values } = operation.right;
    return values.filter((_, n) => {
      const key = keys[n];
      return key?.kind === "Constant" && key.value.type === "str" && listed.includes(key.value.value);
    });
  }
  const call = all("Call").findLast(
    ({ start, func }) => start === at && func.kind === "Attribute" && func.attr === "format",
  );
  return [
    ...(call?.args.filter((_, n) => listed.includes(String(n))) ?? []),
    ...(call?.keywords.filter(({ arg }) => arg && listed.includes(arg)).map(({ value }) => value) ?? []),
  ];
}
