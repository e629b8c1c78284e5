import type { Expression, FunctionDef, Node } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import { pathOf } from "./library-path.ts";
import { isNone } from "../../tree/constants.ts";
import { isName } from "../../tree/written-names.ts";

const drivers =
  /^(?:psycopg\w*|pymysql|MySQLdb|mysql|mariadb|asyncpg|aiomysql|aiopg|sqlalchemy|sqlmodel|django|peewee|duckdb|pyodbc|cx_Oracle|oracledb|pymssql|snowflake|clickhouse\w*|pg8000|databases|records|tortoise|cassandra|pandas)$/;

const deepest = 6;

/** Whether something is a connection or cursor of `sqlite3`, whose placeholder is `?`. */
export function isSqlite(program: RepairableProgram, node: Expression, depth = 0): boolean {
  if (depth > deepest) return false;
  if (node.kind === "Call") return isMade(program, node, depth);
  if (node.kind === "Name") return isBoundSo(program, node, depth);
  if (node.kind !== "Attribute" || !isName(node.value, "self")) return false;
  const stores = program.facts
    .all("Attribute")
    .filter(({ attr, ctx }) => attr === node.attr && ctx === "Store");
  return stores.length > 0 && stores.every((store) => isGivenSo(program, store, depth));
}

function isMade(
  program: RepairableProgram,
  { func, args }: Extract<Node, { kind: "Call" }>,
  depth: number,
): boolean {
  const path = pathOf(program, func);
  if (path === "sqlite3.connect") return true;
  if (path === "contextlib.closing") return args[0] !== undefined && isSqlite(program, args[0], depth + 1);
  if (func.kind === "Attribute" && /^(?:cursor|execute)$/.test(func.attr))
    return isSqlite(program, func.value, depth + 1);
  const own = func.kind === "Name" ? ownFunction(program, func) : undefined;
  return own !== undefined && answersSo(program, own, depth);
}

function ownFunction(
  { facts }: RepairableProgram,
  name: Extract<Node, { kind: "Name" }>,
): FunctionDef | undefined {
  const bound = facts.names.lookUp(name, name.id)?.bindings ?? [];
  const [only] = bound;
  return bound.length === 1 && only?.kind === "FunctionDef" ? only : undefined;
}

function answersSo(program: RepairableProgram, own: FunctionDef, depth: number): boolean {
  const answers = program.facts.parts(own).filter((part) => part.kind === "Return");
  return answers.length > 0 && answers.every(({ value }) => value && isSqlite(program, value, depth + 1));
}

function isBoundSo(
  program: RepairableProgram,
  name: Extract<Node, { kind: "Name" }>,
  depth: number,
): boolean {
  const bound = program.facts.names.lookUp(name, name.id)?.bindings ?? [];
  return bound.length > 0 && bound.every((node) => isGivenSo(program, node, depth));
}

/** What a name or attribute is given, or what a parameter is said to be. */
function isGivenSo(program: RepairableProgram, target: Node, depth: number): boolean {
  if (target.kind === "Arg") return isParameter(program, target);
  const { parent } = target;
  if (parent?.kind === "Assign" && parent.targets.includes(target as Expression))
    return isNone(parent.value) || isSqlite(program, parent.value, depth + 1);
  if (parent?.kind === "AnnAssign" && parent.target === target)
    return !parent.value || isNone(parent.value) || isSqlite(program, parent.value, depth + 1);
  return parent?.kind === "WithItem" && isSqlite(program, parent.context_expr, depth + 1);
}

/** A parameter without a type is what the program opens, if it opens nothing but SQLite. */
function isParameter(program: RepairableProgram, { annotation }: Extract<Node, { kind: "Arg" }>): boolean {
  if (annotation) return /^sqlite3\.(?:Connection|Cursor)$/.test(pathOf(program, annotation) ?? "");
  const { facts } = program;
  const roots = facts
    .all("Alias")
    .map(({ name, parent }) => (parent?.kind === "ImportFrom" ? (parent.module ?? "") : name).split(".")[0]!);
  const opens = facts.all("Call").some(({ func }) => pathOf(program, func) === "sqlite3.connect");
  return opens && !roots.some((root) => drivers.test(root));
}
