import type { ProgramFacts } from "../../program/facts.ts";
import { onlyValue } from "../../program/lengths.ts";
import type { Call, Expression, Node, Statement } from "../../tree/nodes.ts";
import { errorsOf, errorsOfPath } from "./documented-errors.ts";
import { importedPath, isFileName, isTextFor } from "./known-values.ts";
import { isNone } from "../../tree/constants.ts";
import { isName } from "../../tree/written-names.ts";
import { namesBuiltin } from "../../program/builtin-names.ts";

/** More classes than this say nothing about what is expected. */
const maxClasses = 3;

/**
 * All that statements can be expected to raise, as the documentation of what they call names it.
 * Undefined as soon as one part of them is not known: a class that is left out would no longer be caught.
 */
export function failuresOf(facts: ProgramFacts, body: readonly Statement[]): string[] | undefined {
  const classes = new Set<string>();
  const waiting: Node[] = [...body];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const known = stepOf(facts, node);
    if (!known) return undefined;
    for (const name of known.raises) classes.add(name);
    waiting.push(...known.parts);
  }
  // A decoding error is a ValueError already.
  if (classes.has("ValueError")) classes.delete("UnicodeDecodeError");
  return classes.size > 0 && classes.size <= maxClasses ? [...classes].toSorted() : undefined;
}

type Step = Readonly<{ raises: readonly string[]; parts: readonly Node[] }>;

const harmless: Step = { raises: [], parts: [] };

function stepOf(facts: ProgramFacts, node: Node): Step | undefined {
  switch (node.kind) {
    case "Import":
    case "ImportFrom":
      return { raises: ["ImportError"], parts: [] };
    case "Constant":
    case "JoinedStr":
      return harmless;
    case "List":
    case "Tuple":
      return { raises: [], parts: node.elts };
    case "Dict":
      return { raises: [], parts: [...node.keys, ...node.values].filter((part) => part !== null) };
    case "Attribute":
      return isOwnValue(facts, node) ? harmless : undefined;
    case "Name":
      return node.ctx === "Store" || facts.names.lookUp(node, node.id) ? harmless : undefined;
    case "Pass":
      return harmless;
    case "Expr":
    case "Return":
      return { raises: [], parts: node.value ? [node.value] : [] };
    case "Assign":
      return node.targets.every(isPlainTarget) ? { raises: [], parts: [node.value] } : undefined;
    case "With":
      return withFile(facts, node);
    case "Subscript":
      return itemOf(facts, node);
    case "Delete":
      return node.targets.length === 1 && node.targets[0]!.kind === "Subscript"
        ? itemOf(facts, node.targets[0]!)
        : undefined;
    case "Call":
      return callOf(facts, node);
    default:
      return undefined;
  }
}

/** `self.x`, where nothing says that it may be None. */
function isOwnValue(
  facts: ProgramFacts,
  { value, attr }: Extract<Expression, { kind: "Attribute" }>,
): boolean {
  if (!isName(value, "self")) return false;
  return !facts
    .all("Attribute")
    .some((other) => other.attr === attr && other.ctx === "Store" && isSetToNone(other.parent));
}

function isSetToNone(parent: Node | undefined): boolean {
  if (parent?.kind !== "Assign" && parent?.kind !== "AnnAssign") return false;
  return isNone(parent.value);
}

function isPlainTarget(target: Expression): boolean {
  return target.kind === "Name" || (target.kind === "Attribute" && isName(target.value, "self"));
}

/** `with open(…) as f:` */
function withFile(
  facts: ProgramFacts,
  { items, body }: Extract<Statement, { items: unknown }>,
): Step | undefined {
  const [item] = items;
  if (
    items.length !== 1 ||
    item?.context_expr.kind !== "Call" ||
    !namesBuiltin(facts, item.context_expr.func, "open")
  )
    return undefined;
  if (item.optional_vars && item.optional_vars.kind !== "Name") return undefined;
  return { raises: [], parts: [item.context_expr, ...body] };
}

/** An item of what is surely a dict or a list. */
function itemOf(
  facts: ProgramFacts,
  { value, slice }: Extract<Expression, { kind: "Subscript" }>,
): Step | undefined {
  if (slice.kind === "Slice") return undefined;
  const path = importedPath(facts, value);
  const made = value.kind === "Name" ? onlyValue(facts, value) : undefined;
  if (path === "os.environ" || made?.kind === "Dict") return { raises: ["KeyError"], parts: [slice] };
  if (path === "sys.argv" || made?.kind === "List") return { raises: ["IndexError"], parts: [slice] };
  return undefined;
}

function callOf(facts: ProgramFacts, node: Call): Step | undefined {
  const parts = [...node.args, ...node.keywords.map(({ value }) => value)];
  if (node.func.kind === "Name") {
    if (namesBuiltin(facts, node.func, "int", "float"))
      return { raises: isTextFor(facts, node.args[0]) ? ["ValueError"] : ["TypeError", "ValueError"], parts };
    if (namesBuiltin(facts, node.func, "input")) return { raises: ["EOFError"], parts };
    if (namesBuiltin(facts, node.func, "open")) return { raises: ["OSError"], parts };
  }
  const path = importedPath(facts, node.func);
  const known = path === undefined ? undefined : errorsOf.get(path);
  if (path === "json.load" && node.args[0]?.kind === "Name" && isFileName(facts, node.args[0]))
    return { raises: ["OSError", "ValueError"], parts: parts.slice(1) };
  // Only what is no string is of the wrong type.
  if (known?.includes("TypeError") && node.args.every((arg) => isTextFor(facts, arg)))
    return { raises: known.filter((name) => name !== "TypeError"), parts };
  if (known) return { raises: known, parts };
  return node.func.kind === "Attribute" ? methodOf(facts, node, parts) : undefined;
}

export const fileReading = new Set(["read", "readline", "readlines"]);
export const textMethods = new Set("strip lstrip rstrip lower upper replace".split(" "));

function methodOf(facts: ProgramFacts, { func, args }: Call, parts: readonly Node[]): Step | undefined {
  const { value, attr } = func as Extract<Expression, { kind: "Attribute" }>;
  if (value.kind === "Call" && importedPath(facts, value.func) === "pathlib.Path" && errorsOfPath.has(attr))
    return { raises: errorsOfPath.get(attr)!, parts: [...parts, ...value.args] };
  if (value.kind !== "Name") return undefined;
  if (isFileName(facts, value)) {
    if (fileReading.has(attr)) return { raises: ["OSError", "UnicodeDecodeError"], parts };
    if (attr === "write") return { raises: ["OSError"], parts };
  }
  if (isTextFor(facts, value) && textMethods.has(attr)) return { raises: [], parts };
  const made = onlyValue(facts, value);
  if (made?.kind === "List" && (attr === "remove" || attr === "index"))
    return { raises: ["ValueError"], parts };
  if (made?.kind === "List" && attr === "append") return { raises: [], parts };
  if (made?.kind === "Dict" && attr === "pop" && args.length === 1) return { raises: ["KeyError"], parts };
  return undefined;
}
