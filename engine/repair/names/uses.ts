import { isCalled } from "../../program/roles.ts";
import type { TellingUse } from "../../library/homes.ts";
import type { Node } from "../../tree/nodes.ts";
import type { NamePlace } from "./undefined.ts";

/** Whether a name is used in the way that tells whose it is. */
export function isUsedAs({ node }: NamePlace, use: TellingUse): boolean {
  if (use === "any") return true;
  if (use === "type") return node === undefined || isType(node);
  if (node === undefined || use === "none") return false;
  return use === "called" ? isCalled(node) : isDecorator(node);
}

export function isDecorator(node: Node): boolean {
  const at = isCalled(node) ? node.parent! : node;
  const { parent } = at;
  return parent !== undefined && "decorator_list" in parent && (parent.decorator_list as Node[]).includes(at);
}

/** Written as a type: an annotation, a base class, or with arguments in brackets. */
export function isType(node: Node): boolean {
  if (node.parent?.kind === "Subscript" && node.parent.value === node) return true;
  let at = node;
  while (at.parent && isTypeForm(at.parent)) at = at.parent;
  const { parent } = at;
  if (parent?.kind === "Arg") return true;
  if (parent?.kind === "AnnAssign") return parent.annotation === at;
  if (parent?.kind === "FunctionDef" || parent?.kind === "AsyncFunctionDef") return parent.returns === at;
  if (parent?.kind === "ClassDef") return (parent.bases as Node[]).includes(at);
  return at !== node && at.kind === "Subscript" && node.parent?.kind !== "BinOp" && parent?.kind === "Assign";
}

function isTypeForm(node: Node): boolean {
  return (
    node.kind === "Subscript" ||
    node.kind === "Tuple" ||
    node.kind === "List" ||
    (node.kind === "BinOp" && node.op === "BitOr")
  );
}
