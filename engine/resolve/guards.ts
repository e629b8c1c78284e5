import type { Expression, If, Statement } from "../tree/nodes.ts";
import { readName, writeName } from "./frame.ts";
import { lineageOf } from "./lineage.ts";
import type { Machine } from "./machine.ts";
import { taintOf, taints } from "./taint.ts";
import { tainted, type PossibleValues } from "./value.ts";

const checkingMethods = new Set(
  "isdigit isdecimal isnumeric isalnum isalpha isidentifier isascii fullmatch match search startswith is_relative_to endswith".split(
    " ",
  ),
);
const checkingComparisons = new Set(["In", "NotIn", "Eq", "NotEq"]);
const outside = taints.web | taints.local | taints.network | taints.archive | taints.parameter;
const maxParts = 60;

/**
 * A value that a condition compares with a list or a pattern is taken to be checked from then on: whoever wrote the
 * check decided what may pass. Only values from outside are affected.
 */
export function clearChecked(machine: Machine, test: Expression): void {
  if (test.kind === "Name" || test.kind === "Constant") return;
  const parts: Expression[] = [test];
  for (let looked = 0; parts.length > 0 && looked < maxParts; looked += 1) {
    const part = parts.pop()!;
    if (part.kind === "BoolOp") parts.push(...part.values.slice(0, 20));
    else if (part.kind === "UnaryOp") parts.push(part.operand);
    else if (part.kind === "NamedExpr") parts.push(part.value);
    else if (part.kind === "Compare" && part.ops.some((op) => checkingComparisons.has(op))) {
      // `x == ""` and `x is None` only ask whether there is anything at all.
      if (part.comparators.every((other) => other.kind === "Constant" && isEmptyConstant(other.value)))
        continue;
      clear(machine, part.left);
      for (const other of part.comparators) clear(machine, other);
    } else if (part.kind === "Call") {
      const name =
        part.func.kind === "Attribute" ? part.func.attr : part.func.kind === "Name" ? part.func.id : "";
      if (part.func.kind === "Attribute" && checkingMethods.has(name)) clear(machine, part.func.value);
      if (checkingMethods.has(name) || /valid|allow|safe|permit|whitelist|sanit|check|is_|verify/i.test(name))
        for (const argument of part.args) clear(machine, argument);
    }
  }
}

/** `if x in allowed: use(x)` says nothing of what comes after; `if x not in allowed: raise` and `if ".." in x: abort()` do. */
export function isCheckedOnlyInside({ test, body }: If): boolean {
  const refuses =
    (test.kind === "UnaryOp" && test.op === "Not") ||
    (test.kind === "BoolOp" && test.op === "Or") ||
    (test.kind === "Compare" && test.ops.some((op) => op === "NotIn" || op === "NotEq"));
  return !refuses && !leaves(body.at(-1));
}

function leaves(last: Statement | undefined): boolean {
  if (
    last?.kind === "Return" ||
    last?.kind === "Raise" ||
    last?.kind === "Continue" ||
    last?.kind === "Break"
  )
    return true;
  if (last?.kind !== "Expr" || last.value.kind !== "Call") return false;
  const { func } = last.value;
  return /abort|exit|fail|error|deny|reject/i.test(
    func.kind === "Name" ? func.id : func.kind === "Attribute" ? func.attr : "",
  );
}

function isEmptyConstant(literal: { type: string; value?: unknown }): boolean {
  return literal.type === "none" || literal.value === "" || literal.value === 0n;
}

/** Every name in a checked expression, and the names its value was made from. */
function clear(machine: Machine, checked: Expression): void {
  const parts: Expression[] = [checked];
  for (let looked = 0; parts.length > 0 && looked < maxParts; looked += 1) {
    const part = parts.pop()!;
    if (part.kind === "Name") clearName(machine, part.id);
    else if (part.kind === "Attribute" || part.kind === "Subscript") parts.push(part.value);
    else if (part.kind === "Call") {
      if (part.func.kind === "Attribute") parts.push(part.func.value);
      parts.push(...part.args);
    } else if (part.kind === "BinOp") parts.push(part.left, part.right);
    else if (part.kind === "List" || part.kind === "Tuple") parts.push(...part.elts.slice(0, 10));
  }
}

function clearName(machine: Machine, name: string): void {
  for (const one of lineageOf(machine, name)) {
    const value = readName(machine.frame, one);
    if (value !== undefined && (taintOf(value) & outside) !== 0)
      writeName(machine.frame, one, checkedValue(value));
  }
}

function checkedValue(value: PossibleValues): PossibleValues {
  return tainted((taintOf(value) & ~outside) | taints.harmless);
}
