import { binary, call, Level, levelAskedBy, levelOf, within, type Code } from "../../tree/code.ts";
import { isCalled, isCondition } from "../../program/roles.ts";
import type { Splice } from "../../text/splices.ts";
import type { Attribute, Call, Expression, Node } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import { isText, remedyFor } from "./foreign-methods.ts";

/** A piece of the program, and what is to stand there. */
export type Rewritten = Readonly<{ whole: Expression; splice: Splice }>;
type Draft = Readonly<{ whole: Expression; code: Code }>;

/** A use of a foreign method on a value of this type, written in Python. */
export function rewriteUse(program: RepairableProgram, node: Attribute, type: string): Rewritten | undefined {
  const first = draft(program, node, type, codeOf(program, node.value));
  if (!first) return undefined;
  const chain = isText(type, node.attr) ? throughChain(program, type, first) : first;
  const { whole, code } = negated(program, chain);
  if (whole.parent?.kind === "Expr" && !/^[^=]*\.\w+\(.*\)$|^.*\] = /.test(code.text)) return undefined;
  if (program.source(whole).includes("#") || /[\r\n]/.test(code.text)) return undefined;
  const text = within(code, code.level === Level.tuple ? Level.tuple : levelAskedBy(whole));
  return { whole, splice: { start: whole.start, end: whole.end, text } };
}

function draft(program: RepairableProgram, node: Attribute, type: string, receiver: Code): Draft | undefined {
  const whole = isCalled(node) ? (node.parent as Call) : node;
  if (whole.kind === "Call" && !isPlainCall(whole)) return undefined;
  const code = remedyFor(
    type,
    node.attr,
  )?.({
    receiver,
    args: whole.kind === "Call" ? whole.args.map((arg) => codeOf(program, arg)) : undefined,
    isStatement: whole.parent?.kind === "Expr",
  });
  return code && { whole, code };
}

function isPlainCall({ args, keywords }: Call): boolean {
  return keywords.length === 0 && args.every(({ kind }) => kind !== "Starred" && kind !== "GeneratorExp");
}

/** What follows in the same chain was not looked at, for want of a type; it would be the next to fail. */
function throughChain(program: RepairableProgram, type: string, first: Draft): Draft {
  let longest = first;
  for (let next = first.whole.parent; next?.kind === "Attribute"; next = longest.whole.parent) {
    const longer = draft(program, next, type, longest.code) ?? keptUse(program, next, longest);
    if (longer) longest = longer;
    if (!longer || !isText(type, next.attr)) break;
  }
  return longest;
}

/** A call of Python's own in the midst of a chain. */
function keptUse(program: RepairableProgram, node: Attribute, before: Draft): Draft | undefined {
  if (!isText("str", node.attr) || !isCalled(node)) return undefined;
  const whole = node.parent as Call;
  const rest = program.text.slice(before.whole.end, whole.end);
  return { whole, code: { text: within(before.code, Level.atom) + rest, level: Level.atom } };
}

/** `not x.contains(y)` and `not x.isEmpty()`: what Python has of its own for them. */
function negated(program: RepairableProgram, { whole, code }: Draft): Draft {
  const { parent } = whole;
  if (parent?.kind !== "UnaryOp" || parent.op !== "Not" || whole.kind !== "Call") return { whole, code };
  const receiver = whole.func.kind === "Attribute" ? codeOf(program, whole.func.value) : code;
  if (code.text === `not ${within(receiver, Level.comparison)}`)
    return { whole: parent, code: isOnlyTested(parent) ? receiver : call("bool", receiver) };
  const item = whole.args[0] && codeOf(program, whole.args[0]);
  return item && code.text === binary(item, "in", receiver).text
    ? { whole: parent, code: binary(item, "not in", receiver) }
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
