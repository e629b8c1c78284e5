import type { Call, Expression, Name, Node } from "../tree/nodes.ts";
import type { ProgramFacts } from "./facts.ts";

/** What a use of a name may do to its object: nothing, change it at once, or let it be changed from elsewhere later. */
export type Effect = "none" | "change" | "escape";

/** Builtins that neither change what they are given nor keep it for others. */
const looking = new Set(
  `abs all any bool bytes chr dict divmod enumerate filter float format frozenset hash id int isinstance iter len list map
  max min ord pow print range repr reversed round set sorted str sum tuple type zip`.split(/\s+/),
);
/** Methods of Python's own types that change nothing. */
const asking = new Set(
  `capitalize casefold center copy count decode difference encode endswith expandtabs find format get index intersection
  isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace issubset issuperset istitle
  isupper items join keys ljust lower lstrip most_common partition removeprefix removesuffix replace rfind rindex rjust
  rpartition rsplit rstrip split splitlines startswith strip swapcase title translate union upper values
  zfill`.split(/\s+/),
);

/** What is not known to be harmless counts: a list of what changes an object would never be complete. */
export function effectOf(facts: ProgramFacts, use: Name): Effect {
  const { parent } = use;
  switch (parent?.kind) {
    case "Attribute":
      if (parent.parent?.kind !== "Call" || parent.parent.func !== parent) return "escape";
      return asking.has(parent.attr) ? "none" : "change";
    case "Subscript":
      if (parent.slice === use || parent.ctx === "Load") return "none";
      return parent.ctx === "Del" || parent.slice.kind === "Slice" ? "change" : "none";
    case "Call":
      return parent.func === use || isLooking(facts, parent) ? "none" : "change";
    case "Keyword":
      return parent.parent?.kind === "Call" && isLooking(facts, parent.parent) ? "none" : "change";
    case "AugAssign":
      return parent.target === use ? "change" : "none";
    case "BinOp":
    case "UnaryOp":
    case "Compare":
    case "Slice":
    case "FormattedValue":
    case "Expr":
    case "Return":
    case "Starred":
      return "none";
    case "For":
    case "Comprehension":
      return parent.iter === use || parent.kind === "Comprehension" ? "none" : "escape";
    case "If":
    case "While":
    case "Assert":
      return "none";
    case "IfExp":
      return parent.test === use ? "none" : "escape";
    case "BoolOp":
      return isTested(parent) ? "none" : "escape";
    case "Tuple":
      return parent.parent?.kind === "Return" ? "none" : "escape";
    default:
      return "escape";
  }
}

/** Whether a call only looks at its arguments. */
function isLooking(facts: ProgramFacts, { func }: Call): boolean {
  return func.kind === "Name" && looking.has(func.id) && facts.names.lookUp(func, func.id) === undefined;
}

function isTested(node: Expression): boolean {
  let at: Node = node;
  while (at.parent?.kind === "BoolOp" || (at.parent?.kind === "UnaryOp" && at.parent.op === "Not"))
    at = at.parent;
  const { parent } = at;
  if (parent?.kind === "UnaryOp") return parent.op === "Not";
  return (
    ((parent?.kind === "If" ||
      parent?.kind === "While" ||
      parent?.kind === "IfExp" ||
      parent?.kind === "Assert") &&
      parent.test === at) ||
    parent?.kind === "Comprehension"
  );
}
