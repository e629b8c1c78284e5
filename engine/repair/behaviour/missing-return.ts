import { calledBy } from "../../checks/unawaited-coroutine.ts";
import type { ProgramFacts } from "../../program/facts.ts";
import { indentOf, lineEnd, newlineOf } from "../../tree/layout.ts";
import type { FunctionDef, Node } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { resultOf } from "./result-name.ts";
import { unreturnedValues } from "./unreturned-values.ts";
import { isNone, isTruthValue } from "../../tree/constants.ts";

export const missingReturn: Repair = {
  id: "missing-return",
  kind: "changing",
  *propose(program) {
    const failing = calledFor(program, "python:none-used");
    for (const definition of wantedFor(program)) {
      const rewrite = returnedValues(program, definition) ?? returnedName(program, definition);
      if (rewrite) yield failing.has(definition) ? { ...rewrite, kind: "certain" } : rewrite;
    }
  },
};

/** The functions of which a value is wanted that they do not give. */
function wantedFor(program: RepairableProgram): Set<FunctionDef> {
  const { facts } = program;
  const wanted = new Set<FunctionDef>();
  const promised = new Set(program.found("mypy:return").map(({ start }) => start));
  for (const definition of facts.functions) if (promised.has(definition.start)) wanted.add(definition);
  for (const definition of calledFor(program, "python:nothing-used", "python:none-used"))
    wanted.add(definition);
  for (const definition of wanted) if (!mayReturn(facts, definition)) wanted.delete(definition);
  return wanted;
}

/** The functions that give nothing, called where these rules speak. */
function calledFor({ facts, found, tree }: RepairableProgram, ...rules: string[]): Set<FunctionDef> {
  const used = found(...rules);
  const called = new Set<FunctionDef>();
  for (const call of used.length > 0 ? facts.all("Call") : []) {
    const line = tree.positions.lineOf(call.start);
    if (!used.some((each) => each.line === line && each.start! <= call.start)) continue;
    const definition = calledBy(facts, call);
    if (definition && facts.shapes.of(definition).returnsNothing) called.add(definition);
  }
  return called;
}

function mayReturn(facts: ProgramFacts, definition: FunctionDef): boolean {
  const { isGenerator } = facts.shapes.of(definition);
  const { returns, name, decorator_list: decorators } = definition;
  return !isGenerator && !isNone(returns) && decorators.length === 0 && !name.startsWith("__");
}

/** `a + b` at the end of the function → `return a + b`. */
function returnedValues(program: RepairableProgram, definition: FunctionDef): Rewrite | undefined {
  const values = unreturnedValues(program.facts, definition);
  if (!values || values.length === 0) return undefined;
  return {
    splices: values.map(({ start }) => ({ start, end: start, text: "return " })),
    description: `returned the value that \`${definition.name}\` computes last`,
  };
}

function returnedName(program: RepairableProgram, definition: FunctionDef): Rewrite | undefined {
  const { facts, tree, text } = program;
  const last = definition.body.at(-1)!;
  const indent = indentOf(tree, last);
  const name = maySayNothing(program, definition)
    ? otherValue(program, definition)
    : (resultOf(facts, definition) ?? otherValue(program, definition));
  if (name === undefined || indent === undefined || isLeft(last)) return undefined;
  const end = lineEnd(text, last.end);
  return {
    splices: [{ start: end, end, text: `${newlineOf(text)}${indent}return ${name}` }],
    description: `returned \`${name}\` from \`${definition.name}\``,
    at: definition.start,
    // It is what comes back anyway.
    ...(name === "None" && { kind: "preserving" }),
  };
}

/** Whether None at the end is what its annotation or its docstring says. */
function maySayNothing({ source }: RepairableProgram, { returns, body }: FunctionDef): boolean {
  if (returns && mayBeNone(source(returns))) return true;
  const [first] = body;
  const isDocstring = first?.kind === "Expr" && first.value.kind === "Constant";
  return isDocstring && saysNone(source(first));
}

/** A line of a docstring that speaks of what comes back, and of None. */
function saysNone(docstring: string): boolean {
  return docstring
    .split("\n")
    .some(
      (line) =>
        (/\bNone\b/.test(line) && /\b(?:returns?|rtype|otherwise|else|or)\b/i.test(line)) ||
        /\breturns? nothing\b/i.test(line),
    );
}

function mayBeNone(annotation: string): boolean {
  return /^(?:typing\.)?Optional\[|\| *None$|^None *\|/.test(annotation);
}

/** The value that the annotation leaves for the end: None where it may be, or the truth value that is returned nowhere else. */
function otherValue({ facts, source }: RepairableProgram, definition: FunctionDef): string | undefined {
  const { returns } = definition;
  const values = facts.shapes.of(definition).returns.map(({ value }) => value);
  if (!returns || !values.some((value) => value)) return undefined;
  if (mayBeNone(source(returns))) return "None";
  // A call at the end may be what decides.
  if (source(returns) !== "bool" || definition.body.at(-1)!.kind === "Expr") return undefined;
  const [first] = values;
  if (first?.kind !== "Constant" || first.value.type !== "bool") return undefined;
  const said = first.value.value;
  const isSame = values.every((value) => isTruthValue(value, said));
  return isSame ? (said ? "False" : "True") : undefined;
}

function isLeft({ kind }: Node): boolean {
  return kind === "Return" || kind === "Raise";
}
