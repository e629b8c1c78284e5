import type { Expression } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import { pathOf } from "./library-path.ts";
import type { HoleKind } from "./sql-holes.ts";
import type { Hole } from "./template.ts";

/** Names of pieces of a statement rather than of values. */
const fragment =
  /(?:^|_)(?:where|clauses?|cond|conditions?|filters?|order|sort|sql|query|columns?|cols?|fields?|placeholders?|values|ids|params?|table|direction)$|(?:^(?=expr)|(?<!\w)(?=\w*_expr))\w+$/i;

/** What is handed over for a hole. Undefined where it may be a piece of the statement, or cannot be moved. */
export function parameterOf(
  program: RepairableProgram,
  { value, isConverted }: Hole,
  kind: HoleKind,
): string | undefined {
  if (kind === "name") return "";
  if (/^(?:NamedExpr|Yield|YieldFrom|Starred|Lambda|GeneratorExp)$/.test(value.kind)) return undefined;
  const source = program.source(value);
  if (/[\r\n#]/.test(source)) return undefined;
  if (isConverted) return `str(${source})`;
  if (kind === "quoted") return isOtherThanText(program, value) ? `str(${source})` : source;
  if (isFragment(program, value)) return undefined;
  return isStr(program, value) ? program.source(value.args[0]!) : source;
}

function isStr(
  program: RepairableProgram,
  value: Expression,
): value is Extract<Expression, { kind: "Call" }> {
  return (
    value.kind === "Call" &&
    pathOf(program, value.func) === "builtins.str" &&
    value.args.length === 1 &&
    value.keywords.length === 0
  );
}

/** Bare in the statement, a text that the program has written can only be a piece of it. */
function isFragment(program: RepairableProgram, value: Expression): boolean {
  if (value.kind === "Attribute") return fragment.test(value.attr);
  if (value.kind === "Call")
    return !/^builtins\.(?:str|int|float|abs|round|len|max|min|sum)$/.test(pathOf(program, value.func) ?? "");
  if (value.kind === "Subscript") return false;
  if (value.kind !== "Name") return value.kind !== "BinOp" && value.kind !== "Constant";
  return fragment.test(value.id) || bindings(program, value).some(isWrittenText);
}

function isWrittenText(value: Expression | undefined): boolean {
  if (value?.kind === "JoinedStr" || value?.kind === "IfExp") return true;
  if (value?.kind === "Call") return value.func.kind === "Attribute" && value.func.attr === "join";
  return value?.kind === "Constant" && value.value.type === "str";
}

const objects = /^(?:datetime|uuid|decimal|fractions|pathlib)\./;

/** A date, an identifier, a path: in quotes it was written as text, and the driver would not take it. */
function isOtherThanText(program: RepairableProgram, value: Expression): boolean {
  if (value.kind === "Call") return objects.test(pathOf(program, value.func) ?? "");
  if (value.kind !== "Name") return false;
  const bound = program.facts.names.lookUp(value, value.id)?.bindings ?? [];
  const [first] = bound;
  if (first?.kind === "Arg" && first.annotation)
    return !/^(?:str|int|float)\b/.test(program.source(first.annotation));
  return bindings(program, value).some(
    (each) => each?.kind === "Call" && objects.test(pathOf(program, each.func) ?? ""),
  );
}

/** What a name is assigned. */
function bindings(
  { facts }: RepairableProgram,
  name: Extract<Expression, { kind: "Name" }>,
): (Expression | undefined)[] {
  const bound = facts.names.lookUp(name, name.id)?.bindings ?? [];
  return bound.map(({ parent }) => (parent?.kind === "Assign" ? parent.value : undefined));
}
