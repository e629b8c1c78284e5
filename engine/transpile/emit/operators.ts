import type { BinOp, Expression, Operator, UnaryOp } from "../../tree/nodes.ts";
import type { ValueKind } from "../kinds/kind.ts";
import { at, infix, invoke, level, tight, type EmittedCode } from "./code.ts";
import type { EmitContext } from "./context.ts";
import { isTyped } from "./typed.ts";

/** The runtime function of each operator; `i` in front makes the one that assigns. */
export const operatorFunctions: Readonly<Record<Operator, string>> = {
  Add: "add",
  Sub: "sub",
  Mult: "mul",
  MatMult: "matMul",
  Div: "trueDiv",
  Mod: "mod",
  Pow: "power",
  LShift: "leftShift",
  RShift: "rightShift",
  BitOr: "bitOr",
  BitXor: "bitXor",
  BitAnd: "bitAnd",
  FloorDiv: "floorDiv",
};

type Direct = readonly [sign: string, level: number];
const arithmetic: Readonly<Partial<Record<Operator, Direct>>> = {
  Add: ["+", level.sum],
  Sub: ["-", level.sum],
  Mult: ["*", level.product],
};
const bitwise: Readonly<Partial<Record<Operator, Direct>>> = {
  BitAnd: ["&", level.bitAnd],
  BitOr: ["|", level.bitOr],
  BitXor: ["^", level.bitXor],
};

/** JavaScript's own operator, where it does the same as Python's. */
export function directOperator(left: ValueKind, op: Operator, right: ValueKind): Direct | undefined {
  if (left === "int" && right === "int") return arithmetic[op] ?? bitwise[op];
  if (left === "float" && right === "float") return arithmetic[op];
  return left === "str" && right === "str" && op === "Add" ? arithmetic[op] : undefined;
}

export function writeBinary(node: BinOp, context: EmitContext): EmittedCode {
  const left = context.expression(node.left);
  const right = context.expression(node.right);
  if (node.op === "MatMult") return context.refuse(node, "the operator `@`");
  const direct = directOperator(context.kinds.of(node.left), node.op, context.kinds.of(node.right));
  const seen = node.op === "Add" || isTyped(node.left, context) || isTyped(node.right, context);
  if (direct && seen) return infix(left, direct[0], right, direct[1]);
  const isNumber = node.op === "Mod" && ["int", "float", "bool"].includes(context.kinds.of(node.left));
  return invoke(context.use(isNumber ? "modulo" : operatorFunctions[node.op]), left, right);
}

export function writeUnary(node: UnaryOp, context: EmitContext): EmittedCode {
  if (node.op === "Not") return negated(context.test(node.operand));
  const operand = context.expression(node.operand);
  const kind = isTyped(node.operand, context) ? context.kinds.of(node.operand) : "unknown";
  if (node.op === "USub" && (kind === "int" || kind === "float"))
    return { text: `-${at(operand, level.unary + 1)}`, level: level.unary };
  if (node.op === "Invert" && kind === "int")
    return { text: `~${at(operand, level.unary + 1)}`, level: level.unary };
  const functions = { USub: "negative", UAdd: "positive", Invert: "invert" } as const;
  return invoke(context.use(functions[node.op]), operand);
}

export function negated(test: EmittedCode): EmittedCode {
  return { text: `!${at(test, level.unary)}`, level: level.unary };
}

/** `a ? b : c`. */
export function choose(test: EmittedCode, yes: EmittedCode, no: EmittedCode): EmittedCode {
  return {
    text: `${at(test, level.or)} ? ${at(yes, level.loose)} : ${at(no, level.loose)}`,
    level: level.loose,
  };
}

export function writeTest(node: Expression, context: EmitContext): EmittedCode {
  if (node.kind === "UnaryOp" && node.op === "Not") return negated(context.test(node.operand));
  if (node.kind === "BoolOp") {
    const own = node.op === "And" ? level.and : level.or;
    const parts = node.values.map((value) => at(context.test(value), own + 1));
    return { text: parts.join(node.op === "And" ? " && " : " || "), level: own };
  }
  if (node.kind === "Constant" && "value" in node.value) return tight(String(Boolean(node.value.value)));
  const value = context.expression(node);
  switch (context.kinds.of(node)) {
    case "bool":
      return value;
    case "int":
      return infix(value, "!==", tight("0n"), level.equality);
    case "str":
      return infix(value, "!==", tight('""'), level.equality);
    case "list":
      return infix(tight(`${at(value, level.tight)}.length`), ">", tight("0"), level.order);
    default:
      return invoke(context.use("truthy"), value);
  }
}
