import type { Expression } from "../../tree/nodes.ts";
import { writeAttribute } from "./attributes.ts";
import { writeCall } from "./calls.ts";
import { at, level, loose, tight, type Code } from "./code.ts";
import { writeComprehension } from "./comprehensions.ts";
import type { Context } from "./context.ts";
import { writeDict, writeList, writeSet, writeTuple } from "./displays.ts";
import { writeFString } from "./fstrings.ts";
import { writeLambda } from "./functions.ts";
import { writeConstant } from "./literals.ts";
import { writeCompare, writeLogic } from "./logic.ts";
import { variableText, writeName } from "./names.ts";
import { choose, writeBinary, writeUnary } from "./operators.ts";
import { writeSubscript } from "./subscripts.ts";

export function writeExpression(node: Expression, ctx: Context): Code {
  switch (node.kind) {
    case "Constant":
      return writeConstant(node, ctx);
    case "Name":
      return writeName(node, ctx);
    case "BinOp":
      return writeBinary(node, ctx);
    case "UnaryOp":
      return writeUnary(node, ctx);
    case "BoolOp":
      return writeLogic(node, ctx);
    case "Compare":
      return writeCompare(node, ctx);
    case "IfExp":
      return choose(ctx.test(node.test), ctx.expression(node.body), ctx.expression(node.orelse));
    case "Call":
      return writeCall(node, ctx);
    case "Attribute":
      return writeAttribute(node, ctx);
    case "Subscript":
      return writeSubscript(node, ctx);
    case "List":
      return writeList(node, ctx);
    case "Tuple":
      return writeTuple(node, ctx);
    case "Set":
      return writeSet(node, ctx);
    case "Dict":
      return writeDict(node, ctx);
    case "ListComp":
    case "SetComp":
    case "DictComp":
    case "GeneratorExp":
      return writeComprehension(node, ctx);
    case "Lambda":
      return writeLambda(node, ctx);
    case "JoinedStr":
    case "TemplateStr":
      return writeFString(node, ctx);
    case "NamedExpr": {
      const variable = ctx.names.variableOf(node.target)!;
      return loose(`(${variableText(variable, ctx)} = ${at(ctx.expression(node.value), level.loose)})`);
    }
    case "Yield":
      return tight(`((yield ${node.value ? at(ctx.expression(node.value), level.loose) : "null"}) ?? null)`);
    case "YieldFrom":
      return tight(
        `((yield* ${ctx.use("delegate")}(${at(ctx.expression(node.value), level.loose)})) ?? null)`,
      );
    case "Await":
      return ctx.refuse(node, "`await`");
    case "Starred":
      return ctx.refuse(node, "a star here");
    case "Slice":
      return ctx.refuse(node, "a slice here");
    case "FormattedValue":
    case "Interpolation":
      return ctx.refuse(node, "this part of a string");
  }
}
