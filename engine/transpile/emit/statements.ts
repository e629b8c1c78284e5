import type { Expression, Statement } from "../../tree/nodes.ts";
import { writeAnnotated, writeAssign, writeAugmented } from "./assignments.ts";
import { mangled } from "./attributes.ts";
import { writeClass } from "./classes.ts";
import { at, braces, invoke, level, quote } from "./code.ts";
import type { Context } from "./context.ts";
import { writeRaise, writeTry } from "./exceptions.ts";
import { isProcedure, isSilent, writeFunction } from "./functions.ts";
import { writeBreak, writeFor, writeWhile } from "./loops.ts";
import { writeMatch } from "./match.ts";
import { negated } from "./operators.ts";
import { writeSliced, writeBounds, writeKey } from "./subscripts.ts";
import { writeWith } from "./with.ts";

export function writeStatement(node: Statement, ctx: Context): string[] {
  switch (node.kind) {
    case "Expr":
      return writeExpressionStatement(node.value, ctx);
    case "Assign":
      return writeAssign(node, ctx);
    case "AnnAssign":
      return writeAnnotated(node, ctx);
    case "AugAssign":
      return writeAugmented(node, ctx);
    case "Return":
      return [writeReturn(node.value, ctx)];
    case "If":
      return writeIf(node, ctx);
    case "While":
      return writeWhile(node, ctx);
    case "For":
    case "AsyncFor":
      return writeFor(node, ctx);
    case "Break":
      return writeBreak(ctx);
    case "Continue":
      return ["continue;"];
    case "FunctionDef":
      return writeFunction(node, ctx);
    case "ClassDef":
      return writeClass(node, ctx);
    case "Try":
    case "TryStar":
      return writeTry(node, ctx);
    case "Raise":
      return writeRaise(node, ctx);
    case "With":
    case "AsyncWith":
      return writeWith(node, ctx);
    case "Assert":
      return writeAssert(node, ctx);
    case "Delete":
      return node.targets.flatMap((target) => writeDelete(target, ctx));
    case "Match":
      return writeMatch(node, ctx);
    case "Pass":
    case "Global":
    case "Nonlocal":
    case "Import":
    case "ImportFrom":
      return [];
    case "AsyncFunctionDef":
      ctx.refuse(node, "`async def`");
      return [];
    case "TypeAlias":
      ctx.refuse(node, "a `type` statement");
      return [];
  }
}

function writeExpressionStatement(node: Expression, ctx: Context): string[] {
  if (node.kind === "Constant") return [];
  if (node.kind === "Yield")
    return [`yield ${node.value ? at(ctx.expression(node.value), level.loose) : "null"};`];
  if (node.kind === "YieldFrom")
    return [`yield* ${ctx.use("delegate")}(${at(ctx.expression(node.value), level.loose)});`];
  const appended = appendedTo(node, ctx);
  if (appended) return [appended];
  const code = ctx.expression(node);
  return code.text === "null" ? [] : [`${code.text};`];
}

/** `list.append` of a list is JavaScript's `push`. */
function appendedTo(node: Expression, ctx: Context): string | undefined {
  if (node.kind !== "Call" || node.func.kind !== "Attribute" || node.func.attr !== "append") return undefined;
  const [item] = node.args;
  if (
    ctx.kinds.of(node.func.value) !== "list" ||
    node.args.length !== 1 ||
    !item ||
    item.kind === "Starred" ||
    node.keywords.length > 0
  )
    return undefined;
  return `${at(ctx.expression(node.func.value), level.tight)}.push(${at(ctx.expression(item), level.loose)});`;
}

function writeReturn(value: Expression | undefined, ctx: Context): string {
  const { owner } = ctx.frames.at(-1)!;
  const isVoid = owner.kind === "FunctionDef" && (isSilent(owner) || isProcedure(owner, ctx));
  if (!value || (isVoid && value.kind === "Constant")) return isVoid ? "return;" : "return null;";
  return `return ${at(ctx.expression(value), level.loose)};`;
}

function writeIf(node: Extract<Statement, { kind: "If" }>, ctx: Context): string[] {
  if (isMainGuard(node, ctx)) return ctx.statements(node.body);
  const lines = braces(`if (${ctx.test(node.test).text})`, ctx.statements(node.body));
  const [only] = node.orelse;
  if (node.orelse.length === 0) return lines;
  if (node.orelse.length === 1 && only!.kind === "If" && !isMainGuard(only!, ctx)) {
    const [first, ...rest] = writeIf(only!, ctx);
    return [...lines.slice(0, -1), `${lines.at(-1)} else ${first}`, ...rest];
  }
  const [head, ...rest] = braces("else", ctx.statements(node.orelse));
  return [...lines.slice(0, -1), `${lines.at(-1)} ${head}`, ...rest];
}

/** `if __name__ == "__main__":`: the output is the program that is run. */
function isMainGuard(node: Extract<Statement, { kind: "If" }>, ctx: Context): boolean {
  const { test } = node;
  if (test.kind !== "Compare" || test.ops.length !== 1 || test.ops[0] !== "Eq" || node.orelse.length > 0)
    return false;
  const [a, b] = [test.left, test.comparators[0]!];
  const [name, text] = a.kind === "Name" ? [a, b] : [b, a];
  if (name.kind !== "Name" || name.id !== "__name__" || ctx.names.variableOf(name)) return false;
  return text.kind === "Constant" && text.value.type === "str" && text.value.value === "__main__";
}

function writeAssert(node: Extract<Statement, { kind: "Assert" }>, ctx: Context): string[] {
  const message = node.msg ? at(ctx.expression(node.msg), level.loose) : "";
  return [`if (${negated(ctx.test(node.test)).text}) throw new ${ctx.use("AssertionError")}(${message});`];
}

function writeDelete(target: Expression, ctx: Context): string[] {
  if (target.kind === "Tuple" || target.kind === "List")
    return target.elts.flatMap((part) => writeDelete(part, ctx));
  if (target.kind === "Name") {
    const variable = ctx.names.variableOf(target)!;
    if (variable.scope.kind === "class") ctx.refuse(target, "`del` in a class");
    const checked = ctx.unsure.has(target) ? [`${ctx.expression(target).text};`] : [];
    return [...checked, `${ctx.nameOf(variable)} = undefined;`];
  }
  if (target.kind === "Attribute")
    return [
      `${invoke(ctx.use("deleteAttr"), ctx.expression(target.value), quote(mangled(target.attr, target))).text};`,
    ];
  if (target.kind !== "Subscript") {
    ctx.refuse(target, "this target of `del`");
    return [];
  }
  if (target.slice.kind !== "Slice")
    return [
      `${invoke(ctx.use("deleteItem"), ctx.expression(target.value), writeKey(target.slice, ctx)).text};`,
    ];
  return [
    `${invoke(ctx.use("deleteSlice"), writeSliced(target, ctx), ...writeBounds(target.slice, ctx)).text};`,
  ];
}
