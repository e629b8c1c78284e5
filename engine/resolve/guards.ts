import { isText } from "../tree/constants.ts";
import type { Compare, Expression } from "../tree/nodes.ts";
import { followBranch, readName, writeName } from "./frame.ts";
import { lineageOf, questionOf } from "./lineage.ts";
import { isReading, readingIn } from "./readings.ts";
import type { Machine } from "./machine.ts";
import { taintOf, taints } from "./taint.ts";
import { tainted, type PossibleValues } from "./value.ts";

/** Methods and functions that say of a text what it looks like, where they hold. */
const affirming = new Set(
  "isdigit isdecimal isnumeric isalnum isalpha isidentifier isascii fullmatch match search startswith is_relative_to endswith".split(
    " ",
  ),
);
/** Those that are also asked to refuse what is bad: `if re.search(bad, name): abort()`. */
const refusing = new Set(["search", "startswith"]);
const deciding = /valid|allow|safe|permit|whitelist|sanit|check|is_|verify/i;
const outside =
  taints.web | taints.local | taints.network | taints.archive | taints.parameter | taints.escaped;
const maxParts = 60;

/**
 * What a condition says of values from outside on the way on which it holds, or does not: one that was compared with a
 * list or a pattern is taken to be checked there, since its author decided what may pass.
 */
export function refine(machine: Machine, test: Expression, holds: boolean): void {
  clear(machine, checkedBy(machine, test, holds, { parts: maxParts }));
  for (const name of withoutQuotes(test, holds, { parts: maxParts })) {
    const value = readName(machine.frame, name);
    if (value?.every(isAnswer)) writeName(machine.frame, name, checkedValue(value));
  }
}

/** The names of texts in which a quote is not: what they came from need not be known. */
function withoutQuotes(test: Expression, holds: boolean, left: Left): readonly string[] {
  if ((left.parts -= 1) < 0) return [];
  if (test.kind === "UnaryOp" && test.op === "Not") return withoutQuotes(test.operand, !holds, left);
  if (test.kind === "BoolOp" && (test.op === "And") === holds)
    return test.values.flatMap((part) => withoutQuotes(part, holds, left));
  if (test.kind !== "Compare" || test.ops.length > 1) return [];
  const [op, other] = [test.ops[0], test.comparators[0]!];
  const isWithout = (op === "In" && !holds) || (op === "NotIn" && holds);
  return isWithout && isQuote(test.left) && other.kind === "Name" ? [other.id] : [];
}

function isQuote(node: Expression): boolean {
  return isText(node) && /^['"]$/.test(node.value.value);
}

/** What a function answered that is not known, and that is no way to run programs or code. */
function isAnswer(thing: PossibleValues[number]): boolean {
  return thing.kind === "reference" && thing.path.endsWith("()") && (taintOf([thing]) & taints.powers) === 0;
}

/** An expression was found to be one of the constants it was compared with. */
export function markChecked(machine: Machine, checked: Expression): void {
  clear(machine, namesIn(machine, checked));
}

function clear(machine: Machine, names: ReadonlySet<string>): void {
  for (const name of names) {
    if (isReading(name)) {
      machine.hasCheckedReadings = true;
      writeName(machine.frame, name, tainted(taints.harmless));
      continue;
    }
    const value = readName(machine.frame, name);
    if (value !== undefined && (taintOf(value) & outside) !== 0)
      writeName(machine.frame, name, checkedValue(value));
  }
}

/** Evaluates what is only reached where a condition holds, or does not. */
export function evaluateWhere(
  machine: Machine,
  test: Expression,
  holds: boolean,
  node: Expression,
): PossibleValues {
  let value: PossibleValues | undefined;
  followBranch(machine.frame, () => {
    refine(machine, test, holds);
    value = machine.evaluate(node);
    return true;
  });
  return value!;
}

type Left = { parts: number };

function checkedBy(machine: Machine, test: Expression, holds: boolean, left: Left): ReadonlySet<string> {
  if ((left.parts -= 1) < 0) return none;
  switch (test.kind) {
    case "UnaryOp":
      return test.op === "Not" ? checkedBy(machine, test.operand, !holds, left) : none;
    case "NamedExpr":
      return checkedBy(machine, test.value, holds, left);
    case "BoolOp": {
      const each = test.values.slice(0, 20).map((part) => checkedBy(machine, part, holds, left));
      // All parts count where all must be so; else only what every one of them checks.
      return (test.op === "And") === holds
        ? new Set(each.flatMap((names) => [...names]))
        : each.reduce((both, names) => both.intersection(names));
    }
    case "Compare":
      return checkedByComparison(machine, test, holds);
    case "Call":
      return checkedByCall(machine, test, holds);
    case "Name": {
      // A match that was kept under a name belongs to the text that was matched.
      if (holds && isMatch(readName(machine.frame, test.id))) return namesIn(machine, test);
      const asked = questionOf(machine, test.id);
      return asked ? checkedBy(machine, asked, holds, left) : none;
    }
    case "Attribute":
      return !holds && isHost(test) ? namesIn(machine, test) : none;
    default:
      return none;
  }
}

const none: ReadonlySet<string> = new Set();

function checkedByComparison(machine: Machine, test: Compare, holds: boolean): ReadonlySet<string> {
  const [op, other] = [test.ops[0]!, test.comparators[0]!];
  if (test.ops.length > 1) return none;
  // `x == ""`, `x == -1` and `x is None` only ask whether there is anything at all.
  if ((op === "Eq") === holds && (op === "Eq" || op === "NotEq"))
    return saysNothing(other) && !isHost(test.left) ? none : namesIn(machine, test.left, other);
  if (op !== "In" && op !== "NotIn") return none;
  const isInside = (op === "In") === holds;
  // `".." in path` refuses a path; `path in allowed` accepts one.
  if (test.left.kind === "Constant") return isInside ? none : namesIn(machine, other);
  return isInside && !isFromOutside(machine, other) ? namesIn(machine, test.left) : none;
}

/** `urlsplit(address).netloc`: an address without one stays on this host. */
function isHost(node: Expression): boolean {
  return node.kind === "Attribute" && (node.attr === "netloc" || node.attr === "hostname");
}

/** Being among the fields of a request says nothing. What is nested deep is not worked out a second time. */
function isFromOutside(machine: Machine, node: Expression): boolean {
  const { func, args } = node.kind === "Call" ? node : { func: node, args: [] };
  let at = func;
  while (at.kind === "Attribute" || at.kind === "Subscript") at = at.value;
  const isShort = at.kind === "Name" && args.every(({ kind }) => kind === "Name" || kind === "Constant");
  return isShort && (taintOf(machine.evaluate(node)) & outside) !== 0;
}

function saysNothing(node: Expression): boolean {
  if (node.kind === "UnaryOp") return saysNothing(node.operand);
  return (
    node.kind === "Constant" &&
    (node.value.type === "none" ||
      node.value.type === "int" ||
      ("value" in node.value && node.value.value === ""))
  );
}

function checkedByCall(
  machine: Machine,
  { func, args, keywords }: Extract<Expression, { kind: "Call" }>,
  holds: boolean,
): ReadonlySet<string> {
  const name = func.kind === "Attribute" ? func.attr : func.kind === "Name" ? func.id : "";
  if (affirming.has(name) ? !holds && !refusing.has(name) : !deciding.test(name)) return none;
  const asked = func.kind === "Attribute" && affirming.has(name) ? [func.value] : [];
  return namesIn(machine, ...asked, ...args, ...keywords.map(({ value }) => value));
}

function isMatch(value: PossibleValues | undefined): boolean {
  return (
    value?.some((thing) => thing.kind === "reference" && /\.(?:full)?match\(\)$/.test(thing.path)) === true
  );
}

/** Every name in a checked expression, and the names its value was made from. */
function namesIn(machine: Machine, ...checked: readonly Expression[]): ReadonlySet<string> {
  const names = new Set<string>();
  const parts = [...checked];
  for (let looked = 0; parts.length > 0 && looked < maxParts; looked += 1) {
    const part = parts.pop()!;
    const reading = readingIn(machine, part);
    if (reading !== undefined) names.add(reading);
    if (part.kind === "Name") for (const one of lineageOf(machine, part.id)) names.add(one);
    else if (part.kind === "Attribute" || part.kind === "Subscript")
      parts.push(...owner(machine, part.value));
    else if (part.kind === "Call")
      parts.push(...part.args, ...(part.func.kind === "Attribute" ? owner(machine, part.func.value) : []));
    else if (part.kind === "BinOp") parts.push(part.left, part.right);
    else if (part.kind === "List" || part.kind === "Tuple") parts.push(...part.elts.slice(0, 10));
  }
  return names;
}

/** A check of `request.method` says nothing of the rest of the request. */
function owner(machine: Machine, node: Expression): Expression[] {
  const value = node.kind === "Name" ? readName(machine.frame, node.id) : undefined;
  const isWhole = value?.some(
    (thing) => thing.kind === "reference" && /^(?:param:)?[\w.]+$/.test(thing.path),
  );
  return isWhole ? [] : [node];
}

function checkedValue(value: PossibleValues): PossibleValues {
  return tainted((taintOf(value) & ~outside) | taints.harmless);
}
