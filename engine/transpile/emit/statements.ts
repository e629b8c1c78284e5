import { isText } from "../../tree/constants.ts";
import type { Expression, Statement } from "../../tree/nodes.ts";
import { writeAnnotated, writeAssign, writeAugmented } from "./assignments.ts";
import { mangled } from "./attributes.ts";
import { writeClass } from "./classes.ts";
import { at, braces, invoke, level, quote } from "./code.ts";
import type { EmitContext } from "./context.ts";
import { writeRaise, writeTry } from "./exceptions.ts";
import { isProcedure, isSilent, writeFunction } from "./functions.ts";
import { writeBreak, writeFor, writeWhile } from "./loops.ts";
import { writeMatch } from "./match.ts";
import { negated } from "./operators.ts";
import { writeSliced, writeBounds, writeKey } from "./subscripts.ts";
import { writeWith } from "./with.ts";

export function writeStatement(node: Statement, context: EmitContext): string[] {
  switch (node.kind) {
    case "Expr":
      return writeExpressionStatement(node.value, context);
    case "Assign":
      return writeAssign(node, context);
    case "AnnAssign":
      return writeAnnotated(node, context);
    case "AugAssign":
      return writeAugmented(node, context);
    case "Return":
      return [writeReturn(node.value, context)];
    case "If":
      return writeIf(node, context);
    case "While":
      return writeWhile(node, context);
    case "For":
    case "AsyncFor":
      return writeFor(node, context);
    case "Break":
      return writeBreak(context);
    case "Continue":
      return ["continue;"];
    case "FunctionDef":
      return writeFunction(node, context);
    case "ClassDef":
      return writeClass(node, context);
    case "Try":
    case "TryStar":
      return writeTry(node, context);
    case "Raise":
      return writeRaise(node, context);
    case "With":
    case "AsyncWith":
      return writeWith(node, context);
    case "Assert":
      return writeAssert(node, context);
    case "Delete":
      return node.targets.flatMap((target) => writeDelete(target, context));
    case "Match":
      return writeMatch(node, context);
    case "Pass":
    case "Global":
    case "Nonlocal":
    case "Import":
    case "ImportFrom":
      return [];
    case "AsyncFunctionDef":
      context.refuse(node, "`async def`");
      return [];
    case "TypeAlias":
      context.refuse(node, "a `type` statement");
      return [];
  }
}

function writeExpressionStatement(node: Expression, context: EmitContext): string[] {
  if (node.kind === "Constant") return [];
  if (node.kind === "Yield")
    return [`yield ${node.value ? at(context.expression(node.value), level.loose) : "null"};`];
  if (node.kind === "YieldFrom")
    return [`yield* ${context.use("delegate")}(${at(context.expression(node.value), level.loose)});`];
  const appended = appendedTo(node, context);
  if (appended) return [appended];
  const code = context.expression(node);
  return code.text === "null" ? [] : [`${code.text};`];
}

/** `list.append` of a list is JavaScript's `push`. */
function appendedTo(node: Expression, context: EmitContext): string | undefined {
  if (node.kind !== "Call" || node.func.kind !== "Attribute" || node.func.attr !== "append") return undefined;
  const [item] = node.args;
  if (
    context.kinds.of(node.func.value) !== "list" ||
    node.args.length !== 1 ||
    !item ||
    item.kind === "Starred" ||
    node.keywords.length > 0
  )
    return undefined;
  return `${at(context.expression(node.func.value), level.tight)}.push(${at(context.expression(item), level.loose)});`;
}

function writeReturn(value: Expression | undefined, context: EmitContext): string {
  const { owner } = context.frames.at(-1)!;
  const isVoid = owner.kind === "FunctionDef" && (isSilent(owner) || isProcedure(owner, context));
  if (!value || (isVoid && value.kind === "Constant")) return isVoid ? "return;" : "return null;";
  return `return ${at(context.expression(value), level.loose)};`;
}

function writeIf(node: Extract<Statement, { kind: "If" }>, context: EmitContext): string[] {
  if (isMainGuard(node, context)) return context.statements(node.body);
  const lines = braces(`if (${context.test(node.test).text})`, context.statements(node.body));
  const [only] = node.orelse;
  if (node.orelse.length === 0) return lines;
  if (node.orelse.length === 1 && only!.kind === "If" && !isMainGuard(only!, context)) {
    const [first, ...rest] = writeIf(only!, context);
    return [...lines.slice(0, -1), `${lines.at(-1)} else ${first}`, ...rest];
  }
  const [head, ...rest] = braces("else", context.statements(node.orelse));
  return [...lines.slice(0, -1), `${lines.at(-1)} ${head}`, ...rest];
}

/** `if __name__ == "__main__":`: the output is the program that is run. */
function isMainGuard(node: Extract<Statement, { kind: "If" }>, context: EmitContext): boolean {
  const { test } = node;
  if (test.kind !== "Compare" || test.ops.length !== 1 || test.ops[0] !== "Eq" || node.orelse.length > 0)
    return false;
  const [a, b] = [test.left, test.comparators[0]!];
  const [name, text] = a.kind === "Name" ? [a, b] : [b, a];
  if (name.kind !== "Name" || name.id !== "__name__" || context.names.variableOf(name)) return false;
  return isText(text) && text.value.value === "__main__";
}

function writeAssert(node: Extract<Statement, { kind: "Assert" }>, context: EmitContext): string[] {
  const message = node.msg ? at(context.expression(node.msg), level.loose) : "";
  return [
    `if (${negated(context.test(node.test)).text}) throw new ${context.use("AssertionError")}(${message});`,
  ];
}

function writeDelete(target: Expression, context: EmitContext): string[] {
  if (target.kind === "Tuple" || target.kind === "List")
    return target.elts.flatMap((part) => writeDelete(part, context));
  if (target.kind === "Name") {
    const variable = context.names.variableOf(target)!;
    if (variable.scope.kind === "class") context.refuse(target, "`del` in a class");
    const checked = context.unsure.has(target) ? [`${context.expression(target).text};`] : [];
    return [...checked, `${context.nameOf(variable)} = undefined;`];
  }
  if (target.kind === "Attribute")
    return [
      `${invoke(context.use("deleteAttr"), context.expression(target.value), quote(mangled(target.attr, target))).text};`,
    ];
  if (target.kind !== "Subscript") {
    context.refuse(target, "this target of `del`");
    return [];
  }
  if (target.slice.kind !== "Slice")
    return [
      `${invoke(context.use("deleteItem"), context.expression(target.value), writeKey(target.slice, context)).text};`,
    ];
  return [
    `${invoke(context.use("deleteSlice"), writeSliced(target, context), ...writeBounds(target.slice, context)).text};`,
  ];
}
