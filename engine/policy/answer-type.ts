import type { Expression, Node, Statement } from "../tree/nodes.ts";
import { textIn } from "../tree/constants.ts";
import { isName } from "../tree/written-names.ts";

/** Whether an answer that is made here and kept under a name is then said to be something else than a page. */
export function isNamedOtherThanPage(call: Node): boolean {
  const statement = call.parent;
  const target = statement?.kind === "Assign" ? statement.targets[0] : undefined;
  if (target?.kind !== "Name") return false;
  return statementsBeside(statement!).some((next) => {
    if (next.kind !== "Assign" || next.start < statement!.end) return false;
    const [set] = next.targets;
    return isTypeOf(set!, target.id) && !/html/i.test(textIn(next.value) ?? "html");
  });
}

function statementsBeside({ parent }: Node): readonly Statement[] {
  return parent !== undefined && "body" in parent && Array.isArray(parent.body)
    ? (parent.body as readonly Statement[])
    : [];
}

/** `name.mimetype`, `name.content_type`, `name.headers["Content-Type"]`, or Django's `name["Content-Type"]`. */
function isTypeOf(target: Expression, name: string): boolean {
  if (target.kind === "Attribute")
    return /^(?:mimetype|content_type)$/.test(target.attr) && isName(target.value, name);
  if (target.kind !== "Subscript" || textIn(target.slice)?.toLowerCase() !== "content-type") return false;
  const holder = target.value;
  return isName(holder.kind === "Attribute" && holder.attr === "headers" ? holder.value : holder, name);
}
