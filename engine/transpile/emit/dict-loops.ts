import type { Expression } from "../../tree/nodes.ts";
import { at, level } from "./code.ts";
import type { EmitContext } from "./context.ts";
import { own } from "../../text/own.ts";

const lean: Readonly<Record<string, string>> = { items: "dictPairs", values: "dictValues", keys: "dictKeys" };

/** What a loop over `d.items()` iterates over when `d` is surely a dict: no view needs to be made. */
export function dictLoop(iter: Expression, target: Expression, context: EmitContext): string | undefined {
  if (iter.kind !== "Call" || iter.func.kind !== "Attribute" || iter.args.length + iter.keywords.length > 0)
    return undefined;
  const name = own(lean, iter.func.attr);
  if (name === undefined || context.kinds.of(iter.func.value) !== "dict") return undefined;
  const fits = name === "dictPairs" ? isPair(target) : target.kind === "Name";
  return fits ? `${context.use(name)}(${at(context.expression(iter.func.value), level.loose)})` : undefined;
}

function isPair(target: Expression): boolean {
  return (
    target.kind === "Tuple" && target.elts.length === 2 && target.elts.every(({ kind }) => kind === "Name")
  );
}
