import type { Expression, FunctionDef } from "../../tree/nodes.ts";
import { dottedName } from "../class-table.ts";
import { isPlain } from "./arguments.ts";
import { at, level, tight, type EmittedCode } from "./code.ts";
import type { EmitContext } from "./context.ts";

/** A function after its decorators, the last one first. */
export function writeDecorated(node: FunctionDef, value: EmittedCode, context: EmitContext): EmittedCode {
  let whole = value;
  if (node.decorator_list.length > 0) context.signed.add(node);
  for (const decorator of node.decorator_list.toReversed()) {
    if (decorator.kind === "Call" && isWraps(decorator.func) && decorator.args.length === 1) {
      whole = tight(
        `${context.use("wraps")}(${at(context.expression(decorator.args[0]!), level.loose)}, ${at(whole, level.loose)})`,
      );
      continue;
    }
    const own = ownDecorator(decorator, context);
    whole = own
      ? tight(`${own}(${at(whole, level.loose)})`)
      : tight(
          `${context.use("call")}(${at(context.expression(decorator), level.loose)}, ${at(whole, level.loose)})`,
        );
  }
  return whole;
}

function isWraps(node: Expression): boolean {
  return ["wraps", "functools.wraps"].includes(dottedName(node));
}

/** A function of the program that takes just the function it decorates. */
function ownDecorator(node: Expression, context: EmitContext): string | undefined {
  if (node.kind !== "Name" || context.unsure.has(node)) return undefined;
  const variable = context.names.variableOf(node);
  const only = variable?.bindings.length === 1 ? variable.bindings[0]! : undefined;
  if (!variable || only?.kind !== "FunctionDef" || only.decorator_list.length > 0 || !isPlain(only.args))
    return undefined;
  const count = only.args.posonlyargs.length + only.args.args.length;
  return count - only.args.defaults.length <= 1 && (count >= 1 || only.args.vararg)
    ? context.nameOf(variable)
    : undefined;
}
