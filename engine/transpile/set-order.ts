import type { Tree } from "../tree/tree.ts";
import type { Call, Expression } from "../tree/nodes.ts";
import type { Kinds } from "./kinds/infer.ts";
import type { ReportConstruct } from "./refuse.ts";
import type { Names } from "../program/names.ts";

/** Functions that show the order of what they are given. */
const showing = new Set("list tuple enumerate zip map filter iter next print str repr reversed".split(" "));

/** Reports where the order of a set of texts would be seen: their hashes differ from one run of Python to the next. */
export function findSetOrder(tree: Tree, names: Names, kinds: Kinds, report: ReportConstruct): void {
  const isSet = (node: Expression | undefined): boolean =>
    node !== undefined && holdsText(node, names, kinds);
  for (const node of tree.nodes) {
    if (node.kind === "For" && isSet(node.iter)) report(node.iter, "the order of a set of strings");
    if (
      node.kind === "Comprehension" &&
      isSet(node.iter) &&
      (node.parent?.kind === "ListComp" || node.parent?.kind === "DictComp")
    )
      report(node.iter, "the order of a set of strings");
    if (node.kind === "Starred" && isSet(node.value) && node.parent?.kind !== "Set")
      report(node, "the order of a set of strings");
    if (node.kind === "FormattedValue" && isSet(node.value))
      report(node.value, "the order of a set of strings");
    if (
      node.kind === "Assign" &&
      isSet(node.value) &&
      node.targets.some(({ kind }) => kind === "Tuple" || kind === "List")
    )
      report(node, "the order of a set of strings");
    if (node.kind === "Call")
      for (const argument of shownArguments(node, names, kinds))
        if (isSet(argument)) report(argument, "the order of a set of strings");
    if (
      node.kind === "Call" &&
      node.func.kind === "Attribute" &&
      node.func.attr === "pop" &&
      isSet(node.func.value)
    )
      report(node, "the order of a set of strings");
  }
}

function shownArguments(node: Call, names: Names, kinds: Kinds): Expression[] {
  const { func } = node;
  if (func.kind === "Name" && !names.variableOf(func) && showing.has(func.id)) return node.args;
  return func.kind === "Attribute" && func.attr === "join" && kinds.of(func.value) === "str" ? node.args : [];
}

/** Is this surely a set with several texts in it? */
function holdsText(node: Expression, names: Names, kinds: Kinds): boolean {
  if (node.kind === "Set") return node.elts.length > 1 && node.elts.some((part) => kinds.of(part) === "str");
  if (node.kind === "SetComp") return kinds.of(node.elt) === "str";
  if (node.kind === "Call") return makesTexts(node, names, kinds);
  const variable = node.kind === "Name" ? names.variableOf(node) : undefined;
  const only = variable?.bindings.length === 1 ? variable.bindings[0]!.parent : undefined;
  return (
    only?.kind === "Assign" &&
    only.targets[0] === variable!.bindings[0] &&
    only.value.kind !== "Name" &&
    holdsText(only.value, names, kinds)
  );
}

function makesTexts({ func, args }: Call, names: Names, kinds: Kinds): boolean {
  const [items] = args;
  if (func.kind !== "Name" || names.variableOf(func) || !["set", "frozenset"].includes(func.id) || !items)
    return false;
  return (
    kinds.of(items) === "str" ||
    (items.kind === "List" && items.elts.length > 1 && items.elts.some((part) => kinds.of(part) === "str"))
  );
}
