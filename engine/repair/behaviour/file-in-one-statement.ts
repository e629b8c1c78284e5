import type { ProgramFacts } from "../../program/facts.ts";
import { indentOf, indentStep, newlineOf } from "../../tree/layout.ts";
import type { Call, Node, Statement } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { fileMethods } from "./file-methods.ts";
import { indented } from "./indented.ts";
import { isAtOnce } from "./lazy-reading.ts";
import { isWithin, statementOf } from "./reported-at.ts";
import { isText } from "../../tree/constants.ts";
import { insertion, replacement } from "../../text/splices.ts";

/** A file that is opened, used and left in one statement: `data = open(p).read()`, `for line in open(p):`. */
export function aroundUse(program: RepairableProgram, call: Call): Rewrite | undefined {
  const { facts, tree, text } = program;
  const statement = statementOf(call);
  const indent = statement && indentOf(tree, statement);
  const source = program.source(call);
  if (!statement || indent === undefined || /[\r\n]/.test(source)) return undefined;
  if (call.parent === statement && statement.kind === "Expr") return closedAtOnce(call);
  const name = ["file", "handle", "opened_file"].find((each) => isFree(facts, statement, each));
  if (!name || !endsWithStatement(facts, call, statement)) return undefined;
  const [step, newline] = [indentStep(tree), newlineOf(text)];
  const moved = indented(tree, { start: statement.start, end: statement.end }, step);
  if (!moved) return undefined;
  const header = insertion(statement.start, `with ${source} as ${name}:${newline}${indent}${step}`);
  return {
    splices: [header, replacement(call, name), ...moved],
    description: `opened the file in a \`with\` statement, which closes it`,
    // What nobody holds is closed by Python itself at the end of the statement.
    kind: statement.kind === "For" ? "changing" : "preserving",
  };
}

/** `open(p, "w")` alone is there to make the file. */
function closedAtOnce(call: Call): Rewrite | undefined {
  const [, mode] = call.args;
  if (!isText(mode) || !/[wax]/.test(mode.value.value)) return undefined;
  return {
    splices: [insertion(call.end, ".close()")],
    description: "closed the file that is opened here",
    kind: "preserving",
  };
}

function isFree({ names }: ProgramFacts, at: Node, name: string): boolean {
  return !names.scopes.some(({ variables }) => variables.has(name)) && !names.lookUp(at, name);
}

/** Whether the file is read or written by the statement itself, first of all it does, and nothing is put off. */
function endsWithStatement(facts: ProgramFacts, call: Call, statement: Statement): boolean {
  const isLoop = statement.kind === "For" && isWithin(call, statement.iter);
  if (!isLoop && !["Assign", "AnnAssign", "Return", "Expr"].includes(statement.kind)) return false;
  if (call.parent === statement) return isLoop;
  const method = call.parent;
  if (method?.kind !== "Attribute" || !fileMethods.has(method.attr)) return false;
  if (method.parent?.kind !== "Call" || method.parent.func !== method) return false;
  for (let at: Node = method.parent; at !== statement; at = at.parent!) {
    const parent: Node = at.parent!;
    if (parent === statement) return true;
    if (parent.kind === "Call" && parent.func !== at && !isPassedFirst(parent, at)) return false;
    if (parent.kind === "Comprehension" && !isFirst(facts, parent)) return false;
    if (!passing.has(parent.kind)) return false;
  }
  return true;
}

const passing = new Set([
  "Call",
  "Attribute",
  "Subscript",
  "Comprehension",
  "ListComp",
  "SetComp",
  "DictComp",
  "GeneratorExp",
]);

/** What the first `for` of a comprehension iterates over is evaluated before the rest of it. */
function isFirst(facts: ProgramFacts, part: Extract<Node, { kind: "Comprehension" }>): boolean {
  const { parent } = part;
  return (
    parent !== undefined && "generators" in parent && parent.generators[0] === part && isAtOnce(facts, parent)
  );
}

/** Whether nothing is evaluated before the file is opened that could fail or matter, and the call sees no local names. */
function isPassedFirst({ func, args, keywords }: Call, at: Node): boolean {
  if (func.kind === "Name" && ["exec", "eval", "compile", "map", "filter", "iter"].includes(func.id))
    return false;
  if (func.kind !== "Name" && func.kind !== "Attribute") return false;
  return [...args, ...keywords.map(({ value }) => value)].every(
    (part) => part === at || part.kind === "Name" || part.kind === "Constant",
  );
}
