import type { Expression, Node } from "./nodes.ts";
import { operatorSigns } from "./operator-signs.ts";

/** A piece of Python that is an expression, and how tightly its outermost operator binds. */
export type Code = Readonly<{ text: string; level: number }>;

/** How tightly Python's operators bind, from `x, y` to `x.y`. */
export const Level = {
  tuple: 0,
  lambda: 1,
  conditional: 2,
  or: 3,
  and: 4,
  not: 5,
  comparison: 6,
  bitOr: 7,
  bitXor: 8,
  bitAnd: 9,
  shift: 10,
  sum: 11,
  product: 12,
  sign: 13,
  power: 14,
  await: 15,
  atom: 16,
} as const;

const operatorLevels: Readonly<Record<string, number>> = {
  "|": Level.bitOr,
  "^": Level.bitXor,
  "&": Level.bitAnd,
  "<<": Level.shift,
  ">>": Level.shift,
  "+": Level.sum,
  "-": Level.sum,
  "**": Level.power,
};
const comparisons = new Set(["<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not"]);

function operatorLevel(symbol: string): number {
  if (symbol === "and") return Level.and;
  if (symbol === "or") return Level.or;
  if (comparisons.has(symbol)) return Level.comparison;
  return operatorLevels[symbol] ?? Level.product;
}

export const atom = (text: string): Code => ({ text, level: Level.atom });

/** The code in brackets, unless it binds at least as tightly as its place asks. */
export function within(code: Code, level: number): string {
  const spread = /[\r\n]/.test(code.text) && code.level < Level.atom;
  return code.level < level || spread ? `(${code.text})` : code.text;
}

export function binary(left: Code, symbol: string, right: Code): Code {
  const level = operatorLevel(symbol);
  const chains = level === Level.and || level === Level.or;
  const ofLeft = symbol === "**" ? Level.await : level === Level.comparison ? level + 1 : level;
  const ofRight = symbol === "**" ? Level.sign : chains ? level : level + 1;
  return { text: `${within(left, ofLeft)} ${symbol} ${within(right, ofRight)}`, level };
}

export function call(name: string, ...args: readonly Code[]): Code {
  return atom(`${name}(${args.map((arg) => within(arg, Level.lambda)).join(", ")})`);
}

export function member(value: Code, rest: string): Code {
  const receiver = /^\d+$/.test(value.text) ? `(${value.text})` : within(value, Level.atom);
  return atom(receiver + rest);
}

export function not(code: Code): Code {
  return { text: `not ${within(code, Level.comparison)}`, level: Level.not };
}

export function negative(code: Code): Code {
  return { text: `-${within(code, Level.sign)}`, level: Level.sign };
}

/** How tightly a node's outermost operator binds. */
export function levelOf(node: Expression, text: string): number {
  if (node.kind === "BinOp") {
    return operatorLevel(operatorSigns[node.op]);
  }
  if (node.kind === "BoolOp") {
    return node.op === "And" ? Level.and : Level.or;
  }
  if (node.kind === "Compare") {
    return Level.comparison;
  }
  if (node.kind === "UnaryOp") {
    return node.op === "Not" ? Level.not : Level.sign;
  }
  if (node.kind === "IfExp") {
    return Level.conditional;
  }
  if (node.kind === "Lambda") {
    return Level.lambda;
  }
  if (node.kind === "Await") {
    return Level.await;
  }
  if (node.kind === "Tuple") {
    return text[node.start] === "(" ? Level.atom : Level.tuple;
  }
  if (
    node.kind === "NamedExpr" ||
    node.kind === "Yield" ||
    node.kind === "YieldFrom" ||
    node.kind === "Starred" ||
    node.kind === "Slice"
  ) {
    return Level.tuple;
  }
  return Level.atom;
}

/** How tightly an expression must bind to stand, without brackets of its own, where this node stands. */
export function levelAskedBy(node: Node): number {
  const { parent } = node;
  if (parent?.kind === "BinOp") {
    const level = operatorLevel(operatorSigns[parent.op]);
    if (parent.op === "Pow") return parent.left === node ? Level.await : Level.sign;
    return parent.left === node ? level : level + 1;
  }
  if (parent?.kind === "BoolOp") {
    return parent.op === "And" ? Level.not : Level.and;
  }
  if (parent?.kind === "UnaryOp") {
    return parent.op === "Not" ? Level.not : Level.sign;
  }
  if (parent?.kind === "Compare" || parent?.kind === "Starred") {
    return Level.bitOr;
  }
  if (parent?.kind === "Attribute" || parent?.kind === "Await") {
    return Level.atom;
  }
  if (parent?.kind === "Subscript") {
    return parent.value === node ? Level.atom : Level.tuple;
  }
  if (parent?.kind === "Call") {
    return parent.func === node ? Level.atom : Level.lambda;
  }
  if (parent?.kind === "IfExp") {
    return parent.orelse === node ? Level.conditional : Level.or;
  }
  if (parent?.kind === "Comprehension") {
    return Level.or;
  }
  if (parent?.kind === "Assign" || parent?.kind === "Return" || parent?.kind === "Expr") {
    return Level.tuple;
  }
  return Level.lambda;
}
