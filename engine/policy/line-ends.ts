import { isFrom } from "../resolve/taint.ts";
import type { PossibleValues } from "../resolve/value.ts";
import type { Expression, Node } from "../tree/nodes.ts";
import { lastName } from "../tree/written-names.ts";

/** What these make of a text has no line ends, or shows them as they are written. */
const showing = /^(?:replace|translate|splitlines|split|sub|repr|ascii|dumps|quote)$/;
/** The same by the path of a value, and parts of a request in which no server lets a line end through. */
const withoutEnds =
  /\.(?:replace|translate|splitlines|split|sub|dumps)\(\)|request\.(?:method|scheme|remote_addr|endpoint|content_length)$/;

/** Whether text of a request gets here with the line ends that its sender put into it. */
export function mayBreakLines(value: PossibleValues | undefined, written: Expression | undefined): boolean {
  if (!value || !isFrom(value, "web", "escaped") || (written && isShown(written))) return false;
  return !value.every((thing) => thing.kind === "reference" && withoutEnds.test(thing.path));
}

function isShown(node: Node): boolean {
  if (node.kind === "FormattedValue") return node.conversion > 0 || isShown(node.value);
  if (node.kind === "JoinedStr")
    return node.values.every((part) => part.kind === "Constant" || isShown(part));
  if (node.kind === "BinOp") return isShown(node.left) || isShown(node.right);
  if (node.kind !== "Call") return false;
  const { func } = node;
  return showing.test(lastName(func));
}
