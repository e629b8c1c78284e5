import { definitionOf } from "../program/classes.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { exceptionLineage } from "../library/builtins.ts";
import type { Expression, Statement } from "../tree/nodes.ts";
import { gaveUp, Raised } from "./failure.ts";
import type { BlockEnd, Run } from "./run.ts";

/** Whether a handler catches an exception of Python's own; of others that is not judged. */
export function catches(facts: ProgramFacts, type: Expression | undefined, exception: string): boolean {
  if (type === undefined) return true;
  if (type.kind === "Tuple") return type.elts.some((part) => catches(facts, part, exception));
  const lineage = exceptionLineage(exception);
  if (type.kind !== "Name" || lineage.length === 0) throw gaveUp;
  if (facts.names.lookUp(type, type.id)) {
    // A class of the program is derived from Python's exceptions, never the other way round.
    if (definitionOf(facts, type)?.kind === "ClassDef") return false;
    throw gaveUp;
  }
  const [caught] = exceptionLineage(type.id);
  if (caught === undefined) throw gaveUp;
  return lineage.includes(caught);
}

/** The program's own exceptions are meant; they matter only where a call that is sure to be made ends in one. */
export function raise(run: Run, node: Extract<Statement, { kind: "Raise" }>): BlockEnd {
  for (const part of [node.exc, node.cause]) if (part) run.evaluate(part);
  if (!run.isStrict) return "dead";
  const type = node.exc?.kind === "Call" ? node.exc.func : node.exc;
  if (type?.kind !== "Name" || node.parent?.kind === "FunctionDef") throw gaveUp;
  const isPythons = exceptionLineage(type.id).length > 0 && !run.facts.names.lookUp(type, type.id);
  if (!isPythons && definitionOf(run.facts, type)?.kind !== "ClassDef") throw gaveUp;
  const message = `This call ends in \`${type.id}\`, which nothing catches. Pass values the function accepts, or catch it.`;
  throw new Raised(node, "raised-error", type.id, message);
}
