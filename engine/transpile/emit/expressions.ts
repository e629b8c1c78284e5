import type { Expression } from "../../tree/nodes.ts";
import { writeAttribute } from "./attributes.ts";
import { writeCall } from "./calls.ts";
import { at, level, loose, tight, type EmittedCode } from "./code.ts";
import { writeComprehension } from "./comprehensions.ts";
import type { EmitContext } from "./context.ts";
import { writeDict, writeList, writeSet, writeTuple } from "./displays.ts";
import { writeFString } from "./fstrings.ts";
import { writeLambda } from "./functions.ts";
import { writeConstant } from "./literals.ts";
import { writeCompare, writeLogic } from "./logic.ts";
import { variableText, writeName } from "./names.ts";
import { choose, writeBinary, writeUnary } from "./operators.ts";
import { writeSubscript } from "./subscripts.ts";

export function writeExpression(node: Expression, context: EmitContext): EmittedCode {
  switch (node.kind) {
    case "Constant":
      return writeConstant(node, context);
    case "Name":
      return writeName(node, context);
    case "BinOp":
      return writeBinary(node, context);
    case "UnaryOp":
      return writeUnary(node, context);
    case "BoolOp":
      return writeLogic(node, context);
    case "Compare":
      return writeCompare(node, context);
    case "IfExp":
      return choose(context.test(node.test), context.expression(node.body), context.expression(node.orelse));
    case "Call":
      return writeCall(node, context);
    case "Attribute":
      return writeAttribute(node, context);
    case "Subscript":
      return writeSubscript(node, context);
    case "List":
      return writeList(node, context);
    case "Tuple":
      return writeTuple(node, context);
    case "Set":
      return writeSet(node, context);
    case "Dict":
      return writeDict(node, context);
    case "ListComp":
    case "SetComp":
    case "DictComp":
    case "GeneratorExp":
      return writeComprehension(node, context);
    case "Lambda":
      return writeLambda(node, context);
    case "JoinedStr":
    case "TemplateStr":
      return writeFString(node, context);
    case "NamedExpr": {
      const variable = context.names.variableOf(node.target)!;
      return loose(
        `(${variableText(variable, context)} = ${at(context.expression(node.value), level.loose)})`,
      );
    }
    case "Yield":
      return tight(
        `((yield ${node.value ? at(context.expression(node.value), level.loose) : "null"}) ?? null)`,
      );
    case "YieldFrom":
      return tight(
        `((yield* ${context.use("delegate")}(${at(context.expression(node.value), level.loose)})) ?? null)`,
      );
    case "Await":
      return context.refuse(node, "`await`");
    case "Starred":
      return context.refuse(node, "a star here");
    case "Slice":
      return context.refuse(node, "a slice here");
    case "FormattedValue":
    case "Interpolation":
      return context.refuse(node, "this part of a string");
  }
}
