import { fitsUse, givesText, pythonFor } from "../../library/foreign-methods.ts";
import { call, Level, levelAskedBy, levelOf, within, type Code } from "../../tree/code.ts";
import { filled } from "../../tree/filled.ts";
import { isCalled, isCondition } from "../../program/roles.ts";
import type { Splice } from "../../text/splices.ts";
import type { Attribute, Call, Expression, Node } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";

/** A piece of the program, and what is to stand there. */
export type Rewritten = Readonly<{ whole: Expression; splice: Splice }>;
type Draft = Readonly<{
  whole: Expression;
  code: Code;
  /** What was filled in to give the code; undefined for a call of Python's own. */
  filling: Readonly<{ python: string; receiver: Code; args: readonly Code[] }> | undefined;
}>;

/** A use of a foreign method on a value of this type, written in Python. */
export function rewriteUse(program: RepairableProgram, node: Attribute, type: string): Rewritten | undefined {
  const first = draft(program, node, type, codeOf(program, node.value));
  if (!first) return undefined;
  const chain = type === "str" && givesText(node.attr) ? throughChain(program, first) : first;
  const { whole, code } = negated(chain);
  if (whole.parent?.kind === "Expr" && !isStatement(code.text)) return undefined;
  if (program.source(whole).includes("#") || /[\r\n]/.test(code.text)) return undefined;
  const text = within(code, levelAskedBy(whole));
  return { whole, splice: { start: whole.start, end: whole.end, text } };
}

/** A call of a method, or an assignment to an item. */
function isStatement(text: string): boolean {
  return text.includes("] = ") || (text.endsWith(")") && /^[^=]*\.\w+\(/.test(text));
}

function draft(program: RepairableProgram, node: Attribute, type: string, receiver: Code): Draft | undefined {
  const whole = isCalled(node) ? (node.parent as Call) : node;
  if (whole.kind === "Call" && !isPlainCall(whole)) return undefined;
  const args = whole.kind === "Call" ? whole.args.map((arg) => codeOf(program, arg)) : [];
  const use = {
    count: whole.kind === "Call" ? args.length : undefined,
    isStatement: whole.parent?.kind === "Expr",
  };
  const python = pythonFor(type, node.attr).find((each) => fitsUse(each, use));
  if (python === undefined) return undefined;
  return { whole, code: filled(python, receiver, args), filling: { python, receiver, args } };
}

function isPlainCall({ args, keywords }: Call): boolean {
  return keywords.length === 0 && args.every(({ kind }) => kind !== "Starred" && kind !== "GeneratorExp");
}

/** What follows in the same chain was not looked at, for want of a type; it would be the next to fail. */
function throughChain(program: RepairableProgram, first: Draft): Draft {
  let longest = first;
  for (let next = first.whole.parent; next?.kind === "Attribute"; next = longest.whole.parent) {
    const longer = draft(program, next, "str", longest.code) ?? keptUse(program, next, longest);
    if (longer) longest = longer;
    if (!longer || !givesText(next.attr)) break;
  }
  return longest;
}

/** A call of Python's own in the midst of a chain. */
function keptUse(program: RepairableProgram, node: Attribute, before: Draft): Draft | undefined {
  if (!givesText(node.attr) || !isCalled(node)) return undefined;
  const whole = node.parent as Call;
  const rest = program.text.slice(before.whole.end, whole.end);
  return {
    whole,
    code: { text: within(before.code, Level.atom) + rest, level: Level.atom },
    filling: undefined,
  };
}

/** `not x.contains(y)` and `not x.isEmpty()`: what Python has of its own for them. */
function negated({ whole, code, filling }: Draft): Pick<Draft, "whole" | "code"> {
  const { parent } = whole;
  if (parent?.kind !== "UnaryOp" || parent.op !== "Not" || !filling) return { whole, code };
  const { python, receiver, args } = filling;
  if (python === "not x")
    return { whole: parent, code: isOnlyTested(parent) ? receiver : call("bool", receiver) };
  return python === "a in x"
    ? { whole: parent, code: filled("a not in x", receiver, args) }
    : { whole, code };
}

/** Whether only the truth of a value counts. */
function isOnlyTested(node: Node): boolean {
  let at = node;
  while (at.parent?.kind === "BoolOp" || (at.parent?.kind === "UnaryOp" && at.parent.op === "Not"))
    at = at.parent;
  return isCondition(at);
}

function codeOf(program: RepairableProgram, node: Expression): Code {
  return { text: program.source(node), level: levelOf(node, program.text) };
}
