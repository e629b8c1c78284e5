import type { Call } from "../../tree/nodes.ts";
import { noneUsed, shown, typeName } from "../describe.ts";
import { Raised } from "../failure.ts";
import type { Run } from "../run.ts";
import type { KnownValue } from "../values.ts";

/** A call of a builtin whose result follows from what it is given. */
export type Builtin = (run: Run, node: Call, given: readonly KnownValue[]) => KnownValue;
export type Builtins = Readonly<Record<string, Builtin>>;

export function refuse(
  node: Call,
  type: string,
  why: string,
  failure: "not-iterable" | "argument-types",
): never {
  const [given] = node.args;
  const message = `${given ? shown(given) : "This"} is ${typeName(type)} here and ${why}: ${shown(node.func)} raises TypeError. Pass something else, or convert it first.`;
  if (type === "NoneType")
    throw new Raised(node, "none-used", "TypeError", message, { data: given && noneUsed(given) });
  throw new Raised(node, failure, "TypeError", message);
}
