import type { Literal } from "./literals.ts";

/** Where a node stands in the text, in UTF-16 units, and what it is part of. */
type Placed = { readonly start: number; readonly end: number; readonly parent: Node | undefined };
type Kind<Name extends string, Fields = unknown> = Placed & { readonly kind: Name } & Readonly<Fields>;
type Context = "Load" | "Store" | "Del";

export type Operator =
  | "Add"
  | "Sub"
  | "Mult"
  | "MatMult"
  | "Div"
  | "Mod"
  | "Pow"
  | "LShift"
  | "RShift"
  | "BitOr"
  | "BitXor"
  | "BitAnd"
  | "FloorDiv";
export type ComparisonOperator =
  | "Eq"
  | "NotEq"
  | "Lt"
  | "LtE"
  | "Gt"
  | "GtE"
  | "Is"
  | "IsNot"
  | "In"
  | "NotIn";

type Comprehended = { elt: Expression; generators: Comprehension[] };
type Looping = { target: Expression; iter: Expression; body: Statement[]; orelse: Statement[] };
type Trying = {
  body: Statement[];
  handlers: ExceptHandler[];
  orelse: Statement[];
  finalbody: Statement[];
};
type Defining = {
  name: string;
  args: Arguments;
  body: Statement[];
  decorator_list: Expression[];
  returns: Expression | undefined;
  type_params: Node[];
};

export type BinOp = Kind<"BinOp", { left: Expression; op: Operator; right: Expression }>;
export type BoolOp = Kind<"BoolOp", { op: "And" | "Or"; values: Expression[] }>;
export type Compare = Kind<
  "Compare",
  { left: Expression; ops: ComparisonOperator[]; comparators: Expression[] }
>;
export type UnaryOp = Kind<"UnaryOp", { op: "Not" | "USub" | "UAdd" | "Invert"; operand: Expression }>;
export type Call = Kind<"Call", { func: Expression; args: Expression[]; keywords: Keyword[] }>;
export type Constant = Kind<"Constant", { value: Literal }>;
export type Name = Kind<"Name", { id: string; ctx: Context }>;
export type Attribute = Kind<"Attribute", { value: Expression; attr: string; ctx: Context }>;
export type Subscript = Kind<"Subscript", { value: Expression; slice: Expression; ctx: Context }>;
export type Slice = Kind<
  "Slice",
  { lower: Expression | undefined; upper: Expression | undefined; step: Expression | undefined }
>;
export type IfExp = Kind<"IfExp", { test: Expression; body: Expression; orelse: Expression }>;
export type Comprehension = Kind<
  "Comprehension",
  { target: Expression; iter: Expression; ifs: Expression[]; is_async: number }
>;
export type Keyword = Kind<"Keyword", { arg: string | undefined; value: Expression }>;
export type Arg = Kind<"Arg", { arg: string; annotation: Expression | undefined }>;
export type Arguments = Kind<
  "Arguments",
  {
    posonlyargs: Arg[];
    args: Arg[];
    vararg: Arg | undefined;
    kwonlyargs: Arg[];
    kw_defaults: (Expression | null)[];
    kwarg: Arg | undefined;
    defaults: Expression[];
  }
>;

export type Expression =
  | BinOp
  | BoolOp
  | Compare
  | UnaryOp
  | Call
  | Constant
  | Name
  | Attribute
  | Subscript
  | Slice
  | IfExp
  | Kind<"List" | "Tuple", { elts: Expression[]; ctx: Context }>
  | Kind<"Set", { elts: Expression[] }>
  | Kind<"Dict", { keys: (Expression | null)[]; values: Expression[] }>
  | Kind<"ListComp" | "SetComp" | "GeneratorExp", Comprehended>
  | Kind<"DictComp", { key: Expression; value: Expression; generators: Comprehension[] }>
  | Kind<"Lambda", { args: Arguments; body: Expression }>
  | Kind<"NamedExpr", { target: Name; value: Expression }>
  | Kind<"Starred", { value: Expression; ctx: Context }>
  | Kind<"Await" | "YieldFrom", { value: Expression }>
  | Kind<"Yield", { value: Expression | undefined }>
  | Kind<"JoinedStr" | "TemplateStr", { values: Expression[] }>
  | Kind<
      "FormattedValue" | "Interpolation",
      { value: Expression; conversion: number; format_spec: Expression | undefined }
    >;

export type FunctionDef = Kind<"FunctionDef" | "AsyncFunctionDef", Defining>;
export type ClassDef = Kind<
  "ClassDef",
  {
    name: string;
    bases: Expression[];
    keywords: Keyword[];
    body: Statement[];
    decorator_list: Expression[];
    type_params: Node[];
  }
>;
export type Assign = Kind<"Assign", { targets: Expression[]; value: Expression }>;
export type AugAssign = Kind<"AugAssign", { target: Expression; op: Operator; value: Expression }>;
export type If = Kind<"If", { test: Expression; body: Statement[]; orelse: Statement[] }>;
export type While = Kind<"While", { test: Expression; body: Statement[]; orelse: Statement[] }>;
export type For = Kind<"For" | "AsyncFor", Looping>;
export type Return = Kind<"Return", { value: Expression | undefined }>;
export type ExceptHandler = Kind<
  "ExceptHandler",
  { type: Expression | undefined; name: string | undefined; body: Statement[] }
>;
export type Alias = Kind<"Alias", { name: string; asname: string | undefined }>;

export type Statement =
  | FunctionDef
  | ClassDef
  | Assign
  | AugAssign
  | If
  | While
  | For
  | Return
  | Kind<
      "AnnAssign",
      { target: Expression; annotation: Expression; value: Expression | undefined; simple: number }
    >
  | Kind<"Expr", { value: Expression }>
  | Kind<"With" | "AsyncWith", { items: WithItem[]; body: Statement[] }>
  | Kind<"Match", { subject: Expression; cases: MatchCase[] }>
  | Kind<"Try" | "TryStar", Trying>
  | Kind<"Raise", { exc: Expression | undefined; cause: Expression | undefined }>
  | Kind<"Assert", { test: Expression; msg: Expression | undefined }>
  | Kind<"Delete", { targets: Expression[] }>
  | Kind<"Import", { names: Alias[] }>
  | Kind<"ImportFrom", { module: string | undefined; names: Alias[]; level: number }>
  | Kind<"Global" | "Nonlocal", { names: string[] }>
  | Kind<"TypeAlias", { name: Expression; value: Expression; type_params: Node[] }>
  | Kind<"Pass" | "Break" | "Continue">;

type WithItem = Kind<"WithItem", { context_expr: Expression; optional_vars: Expression | undefined }>;
type MatchCase = Kind<"MatchCase", { pattern: Pattern; guard: Expression | undefined; body: Statement[] }>;
export type Pattern =
  | Kind<"MatchValue", { value: Expression }>
  | Kind<"MatchSingleton", { value: Literal }>
  | Kind<"MatchSequence" | "MatchOr", { patterns: Pattern[] }>
  | Kind<"MatchMapping", { keys: Expression[]; patterns: Pattern[]; rest: string | undefined }>
  | Kind<"MatchClass", { cls: Expression; patterns: Pattern[]; kwd_attrs: string[]; kwd_patterns: Pattern[] }>
  | Kind<"MatchStar", { name: string | undefined }>
  | Kind<"MatchAs", { pattern: Pattern | undefined; name: string | undefined }>;

export type Module = Kind<"Module", { body: Statement[] }>;
export type Node =
  | Module
  | Statement
  | Expression
  | Pattern
  | Arguments
  | Arg
  | Keyword
  | Comprehension
  | WithItem
  | MatchCase
  | ExceptHandler
  | Alias
  | Kind<
      "TypeVar" | "ParamSpec" | "TypeVarTuple",
      { name: string; bound?: Expression; default_value?: Expression }
    >;

/** The statements a compound statement holds, block by block. */
export function blocksOf(node: Node): Statement[][] {
  if (
    node.kind === "Module" ||
    node.kind === "FunctionDef" ||
    node.kind === "AsyncFunctionDef" ||
    node.kind === "ClassDef" ||
    node.kind === "With" ||
    node.kind === "AsyncWith"
  ) {
    return [node.body];
  }
  if (node.kind === "If" || node.kind === "While" || node.kind === "For" || node.kind === "AsyncFor") {
    return [node.body, node.orelse];
  }
  if (node.kind === "Try" || node.kind === "TryStar") {
    return [node.body, ...node.handlers.map((handler) => handler.body), node.orelse, node.finalbody];
  }
  if (node.kind === "Match") {
    return node.cases.map((part) => part.body);
  }
  return [];
}

/** The parameters of a function that can be given by position, in order. */
export function positionalParameters(args: Arguments): string[] {
  return [...args.posonlyargs, ...args.args].map(({ arg }) => arg);
}

/** The parameters that have a default, each with it. */
export function defaultsOf(args: Arguments): [parameter: Arg, value: Expression][] {
  const positional = [...args.posonlyargs, ...args.args];
  const last = positional.slice(positional.length - args.defaults.length);
  const named = args.kwonlyargs.flatMap((arg, at): [Arg, Expression][] =>
    args.kw_defaults[at] ? [[arg, args.kw_defaults[at]]] : [],
  );
  return [...last.map((arg, at): [Arg, Expression] => [arg, args.defaults[at]!]), ...named];
}
