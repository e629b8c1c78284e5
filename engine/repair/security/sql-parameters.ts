import { blockOf } from "../../tree/layout.ts";
import { type Splice, insertion } from "../../text/splices.ts";
import type { Call, Expression, Node, Statement } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { callsOf } from "./calls-on-lines.ts";
import { holeKinds, type HoleKind } from "./sql-holes.ts";
import { parameterOf } from "./sql-values.ts";
import type { Hole, Template } from "./template.ts";
import { readTemplate } from "./text-template.ts";
import { isSqlite } from "./sqlite-connections.ts";

export const sqlParameters: Repair = { id: "sql-parameters", kind: "changing", propose };

function* propose(program: RepairableProgram): Generator<Rewrite> {
  for (const call of callsOf(program, "ruff:S608", "policy:sql-injection")) {
    const rewrite = isPlainExecute(program, call) ? rewriteOf(program, call) : undefined;
    if (rewrite) yield rewrite;
  }
}

/** `cursor.execute(statement)`, with the statement and nothing else in its parentheses. */
function isPlainExecute(program: RepairableProgram, { func, args, keywords, end }: Call): boolean {
  const [statement] = args;
  if (func.kind !== "Attribute" || func.attr !== "execute" || args.length !== 1 || keywords.length > 0)
    return false;
  const { text } = program;
  const isBare =
    /^\s*\(\s*$/.test(text.slice(func.end, statement!.start)) &&
    /^\s*(?:,\s*)?\)$/.test(text.slice(statement!.end, end));
  return isBare && isSqlite(program, func.value);
}

function rewriteOf(program: RepairableProgram, call: Call): Rewrite | undefined {
  const [given] = call.args;
  const statement = given!.kind === "Name" ? assignedTo(program, call, given!) : given!;
  const template = statement && readTemplate(program, statement);
  const kinds = template && holeKinds(template.text);
  if (!statement || !kinds || !kinds.some((kind) => kind !== "name")) return undefined;
  if (!template.mayStay && kinds.includes("name")) return undefined;
  if (statement !== given && !template.holes.every(({ value }) => isSteady(program, statement, call, value)))
    return undefined;
  const values = template.holes.map((hole, n) => parameterOf(program, hole, kinds[n]!));
  if (values.includes(undefined)) return undefined;
  const bound = (values as string[]).filter((_, n) => kinds[n] !== "name");
  const parameters = insertion(given!.end, `, (${bound.join(", ")}${bound.length === 1 ? "," : ""})`);
  return {
    splices: [...edits(template, kinds), parameters].toSorted((a, b) => a.start - b.start || a.end - b.end),
    at: call.start,
    description: wordsOf(bound),
  };
}

/** Only names are repeated: a literal may be anything, a secret too. */
function wordsOf(bound: readonly string[]): string {
  const isNamed = bound.every((value) => /^[\p{L}_][\p{L}\p{N}_.()]*$/u.test(value));
  const named = isNamed
    ? [...new Set(bound)].map((value) => `\`${value}\``).join(" and ")
    : bound.length === 1
      ? "the value"
      : "the values";
  return `passed ${named} beside the statement instead of writing ${bound.length === 1 ? "it" : "them"} into it`;
}

function edits({ holes, rest }: Template, kinds: readonly HoleKind[]): Splice[] {
  const placed = holes.flatMap(({ start, end, closing }: Hole, n) => {
    if (kinds[n] === "name") return [];
    // At the end of a sum the value's closing quote is a literal of its own.
    const quotes = kinds[n] === "quoted" ? 1 : 0;
    return [{ start: start - quotes, end: end + quotes, text: `?${closing}` }];
  });
  return kinds.includes("name") ? placed : [...placed, ...rest];
}

/** The statement that a name was given just before, in the same block, and that is used nowhere else. */
function assignedTo(
  { facts }: RepairableProgram,
  call: Call,
  name: Extract<Expression, { kind: "Name" }>,
): Expression | undefined {
  const { scope, mentions = [] } = facts.names.variableOf(name) ?? {};
  if (scope !== facts.names.scopeOf(name)) return undefined;
  const earlier = mentions.filter(({ start }) => start < name.start);
  const assigned = earlier.at(-1);
  const { parent } = assigned ?? {};
  if (parent?.kind !== "Assign" || parent.targets.length > 1 || parent.targets[0] !== assigned)
    return undefined;
  const next = mentions.find(({ start }) => start > name.start);
  if (next && !(next.ctx === "Store" && next.parent?.kind === "Assign" && next.parent.targets[0] === next))
    return undefined;
  return isInSameBlock(parent, call) ? parent.value : undefined;
}

function isInSameBlock(assign: Statement, call: Call): boolean {
  const { block } = blockOf(assign);
  for (let at: Node | undefined = call; at; at = at.parent) {
    if (block.includes(at as Statement)) return !/^(?:For|AsyncFor|While)$/.test(at.kind);
    if (/^(?:FunctionDef|AsyncFunctionDef|Lambda|ClassDef)$/.test(at.kind)) return false;
  }
  return false;
}

/** Whether a value is the same at the call as where the statement was put together. */
function isSteady({ facts }: RepairableProgram, from: Expression, call: Call, value: Expression): boolean {
  return [value, ...facts.parts(value)].every((part) => {
    if (part.kind === "Call") return part.func.kind === "Name" && /^(?:str|int|float)$/.test(part.func.id);
    if (part.kind === "Await" || part.kind === "NamedExpr") return false;
    if (part.kind !== "Name") return true;
    const bound = facts.names.lookUp(part, part.id)?.bindings ?? [];
    return !bound.some(({ start }) => start > from.end && start < call.start);
  });
}
