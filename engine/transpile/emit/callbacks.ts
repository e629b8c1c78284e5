import type { Node } from "../../tree/nodes.ts";
import { own } from "../../text/own.ts";

const callbacks: Readonly<Record<string, number>> = {
  filter: 1,
  reduce: 2,
  cmp_to_key: 2,
  defaultdict: 0,
  takewhile: 1,
  dropwhile: 1,
  filterfalse: 1,
};

/** With how many arguments the library calls a function that is handed to it here. */
export function libraryCallCount(node: Node): number | undefined {
  const { parent } = node;
  if (parent?.kind === "Keyword" && parent.arg === "key") return 1;
  if (parent?.kind !== "Call" || parent.func === node || parent.args[0] !== node) return undefined;
  const name =
    parent.func.kind === "Name" ? parent.func.id : parent.func.kind === "Attribute" ? parent.func.attr : "";
  return name === "map" ? parent.args.length - 1 : own(callbacks, name);
}
