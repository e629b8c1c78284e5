import type { ProgramFacts } from "../program/facts.ts";
import { exceptionLineage } from "../library/builtins.ts";
import type { Expression } from "../tree/nodes.ts";
import { gaveUp } from "./failure.ts";

/** Whether a handler catches an exception of Python's own; of others that is not judged. */
export function catches(facts: ProgramFacts, type: Expression | undefined, exception: string): boolean {
  if (type === undefined) return true;
  if (type.kind === "Tuple") return type.elts.some((part) => catches(facts, part, exception));
  const lineage = exceptionLineage(exception);
  if (type.kind !== "Name" || lineage.length === 0) throw gaveUp;
  if (facts.names.lookUp(type, type.id)) return false;
  const [caught] = exceptionLineage(type.id);
  if (caught === undefined) throw gaveUp;
  return lineage.includes(caught);
}
