import type { Expression, Node, Operator } from "../tree/nodes.ts";

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

export const symbols: Readonly<Record<Operator, string>> = {
  Add: "+",
  Sub: "-",
  Mult: "*",
  MatMult: "@",
  Div: "/",
  Mod: "%",
  Pow: "**",
  LShift: "<<",
  RShift: ">>",
  BitOr: "|",
  BitXor: "^",
  BitAnd: "&",
  FloorDiv: "//",
};

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

export function operatorLevel(symbol: string): number {
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
  switch (node.kind) {
    case "BinOp":
      return operatorLevel(symbols[node.op]);
    case "BoolOp":
      return node.op === "And" ? Level.and : Level.or;
    case "Compare":
      return Level.comparison;
    case "UnaryOp":
      return node.op === "Not" ? Level.not : Level.sign;
    case "IfExp":
      return Level.conditional;
    case "Lambda":
      return Level.lambda;
    case "Await":
      return Level.await;
    case "Tuple":
      return text[node.start] === "(" ? Level.atom : Level.tuple;
    case "NamedExpr":
    case "Yield":
    case "YieldFrom":
    case "Starred":
    case "Slice":
      return Level.tuple;
    default:
      return Level.atom;
  }
}

/** How tightly an expression must bind to stand, without brackets of its own, where this node stands. */
export function levelAskedBy(node: Node): number {
  const { parent } = node;
  switch (parent?.kind) {
    case "BinOp": {
      const level = operatorLevel(symbols[parent.op]);
      if (parent.op === "Pow") return parent.left === node ? Level.await : Level.sign;
      return parent.left === node ? level : level + 1;
    }
    case "BoolOp":
      return parent.op === "And" ? Level.not : Level.and;
    case "UnaryOp":
      return parent.op === "Not" ? Level.not : Level.sign;
    case "Compare":
    case "Starred":
      return Level.bitOr;
    case "Attribute":
    case "Await":
      return Level.atom;
    case "Subscript":
      return parent.value === node ? Level.atom : Level.tuple;
    case "Call":
      return parent.func === node ? Level.atom : Level.lambda;
    case "IfExp":
      return parent.orelse === node ? Level.conditional : Level.or;
    case "Comprehension":
      return Level.or;
    case "Assign":
    case "Return":
      return Level.tuple;
    default:
      return Level.lambda;
  }
}
