import type { ProgramFacts } from "../../program/facts.ts";
import { surrounding, type Splice, insertion, replacement } from "../../text/splices.ts";
import { indentOf, indentStep, newlineOf } from "../../tree/layout.ts";
import type { Arg, Expression, FunctionDef } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { isReported } from "./reported-at.ts";
import { isExtended, isSharedByMistake } from "./shared-default.ts";
import { isDocstring } from "../../tree/docstring.ts";
import { namesBuiltin } from "../../program/builtin-names.ts";
import { defaultsOf } from "../../tree/nodes.ts";

export const mutableDefault: Repair = {
  id: "mutable-default",
  kind: "changing",
  *propose(program) {
    for (const definition of program.facts.functions) {
      for (const [arg, value] of defaultsOf(definition.args)) {
        const rewrite = isNew(program.facts, value) && rewriteOf(program, definition, arg, value);
        if (rewrite) yield rewrite;
      }
    }
  },
};

function isNew(facts: ProgramFacts, node: Expression): boolean {
  if (node.kind === "List" || node.kind === "Set") return node.elts.every(({ kind }) => kind === "Constant");
  if (node.kind === "Dict") return [...node.keys, ...node.values].every((part) => part?.kind === "Constant");
  return (
    node.kind === "Call" &&
    node.args.length + node.keywords.length === 0 &&
    namesBuiltin(facts, node.func, "list", "dict", "set")
  );
}

function rewriteOf(
  program: RepairableProgram,
  definition: FunctionDef,
  arg: Arg,
  value: Expression,
): Rewrite | undefined {
  const { facts } = program;
  const { bindings, mentions: uses } = facts.names.variableOf(arg)!;
  const parameter = { definition, arg, value, uses };
  const isFaulty =
    isReported(program, value.start, "ruff:B006") ||
    uses.some((use) => isReported(program, use.start, "python:mutable-default"));
  const isRebound = bindings.some((each) => each !== arg && !isExtended(each));
  const source = program.source(value);
  if (!isFaulty || isRebound || /[\r\n]/.test(source)) return undefined;
  if (!isSharedByMistake(facts, parameter)) return undefined;
  const guard = guardOf(program, definition, `${arg.arg} = ${source}`, arg.arg);
  if (!guard) return undefined;
  return {
    splices: [...annotationOf(program, arg), replacement(value, "None"), guard],
    description: `created the default of \`${arg.arg}\` in every call instead of once`,
  };
}

function annotationOf({ facts, source }: RepairableProgram, { annotation }: Arg): Splice[] {
  if (!annotation || /\bNone\b|\bOptional\b|\bAny\b|\bobject\b/.test(source(annotation))) return [];
  const { start, end } = annotation;
  if (annotation.kind === "Constant") return [insertion(end - 1, " | None")];
  if (!facts.names.module.variables.has("Optional")) return [insertion(end, " | None")];
  return [...surrounding({ start, end }, "Optional[", "]")];
}

/** `if name is None: …` as the first lines of the body, behind the docstring. */
function guardOf({ tree, text }: RepairableProgram, { body }: FunctionDef, statement: string, name: string) {
  const first = body[isDocstring(body[0]!) ? 1 : 0];
  const indent = first && indentOf(tree, first);
  if (!first || indent === undefined) return undefined;
  const { positions } = tree;
  const decorated = "decorator_list" in first ? (first.decorator_list[0] ?? first) : first;
  let line = positions.lineOf(decorated.start);
  while (/^[\t ]*#/.test(text.slice(positions.startOf(line - 1), positions.startOf(line)))) line -= 1;
  const [newline, start] = [newlineOf(text), positions.startOf(line)];
  const guard = `${indent}if ${name} is None:${newline}${indent}${indentStep(tree)}${statement}${newline}`;
  return insertion(start, guard);
}
