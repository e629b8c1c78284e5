import type { CallSite } from "../resolve/machine.ts";
import type { PossibleValues } from "../resolve/value.ts";
import type { Expression, Node } from "../tree/nodes.ts";

/**
 * Whether what a call was given is a text that stands in the call itself. A constant that came by names and tables was
 * chosen somewhere else, where it is data like any other.
 */
export function isWrittenHere({ node, args, keywords }: CallSite, value: PossibleValues): boolean {
  if (node.kind !== "Call" || isInComprehension(node)) return true;
  const given = node.keywords.find(({ arg }) => arg !== undefined && keywords.get(arg) === value)?.value;
  const written = given ?? node.args[args.indexOf(value)];
  return written === undefined || isWritten(written);
}

function isWritten(node: Expression): boolean {
  const parts = [node];
  for (let part = parts.pop(); part; part = parts.pop()) {
    if (part.kind === "BinOp") parts.push(part.left, part.right);
    else if (part.kind === "Call") parts.push(part.func, ...part.args);
    else if (part.kind === "Attribute") parts.push(part.value);
    else if (part.kind === "JoinedStr") parts.push(...part.values);
    else if (part.kind !== "Constant") return false;
  }
  return true;
}

/** Its variable stands for what is written beside it. */
function isInComprehension(node: Node): boolean {
  for (let at = node.parent; at && !at.kind.endsWith("Def"); at = at.parent)
    if (/Comp$|^GeneratorExp$/.test(at.kind)) return true;
  return false;
}
