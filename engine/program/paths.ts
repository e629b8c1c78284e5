import type { FunctionDef, Node, Statement } from "../tree/nodes.ts";
import type { ProgramFacts } from "./facts.ts";
import type { Condition } from "./flow-graph.ts";

/** All that is tested between the start of a function and a node; undefined where a loop or a catch stands between. */
export function conditionsOn(
  facts: ProgramFacts,
  definition: FunctionDef,
  node: Node,
): Condition[] | undefined {
  const conditions: Condition[] = [];
  for (let at: Node = node; at !== definition; at = at.parent!) {
    const parent: Node | undefined = at.parent;
    if (!parent || interrupting.has(parent.kind)) return undefined;
    if (parent.kind === "If" && parent.test !== at) {
      const inBody = (parent.body as Node[]).includes(at);
      conditions.push({ test: parent.test, holds: inBody });
      if (!passed(facts, inBody ? parent.body : parent.orelse, at, conditions)) return undefined;
    } else if (parent === definition) {
      if (!passed(facts, definition.body, at, conditions)) return undefined;
    } else if (parent.kind === "With" && (parent.body as Node[]).includes(at)) {
      if (!passed(facts, parent.body, at, conditions)) return undefined;
    } else if (parent.kind === "BoolOp" && parent.values[0] !== at) return undefined;
    else if (parent.kind === "IfExp" && parent.test !== at) {
      conditions.push({ test: parent.test, holds: parent.body === at });
    }
  }
  return conditions;
}

const interrupting = new Set([
  "For",
  "AsyncFor",
  "While",
  "Try",
  "TryStar",
  "ListComp",
  "SetComp",
  "DictComp",
  "GeneratorExp",
  "Lambda",
  "AsyncFunctionDef",
  "ClassDef",
  "Match",
  "MatchCase",
  "Yield",
  "Await",
]);

/** Adds what the statements before one must have decided; false when they may end the function in another way. */
function passed(facts: ProgramFacts, body: readonly Statement[], at: Node, conditions: Condition[]): boolean {
  for (const before of body) {
    if (before === at) return true;
    if (before.kind === "If" && (mayEnd(before.body) || mayEnd(before.orelse))) {
      if (facts.flow.endOf(before.body) < 0 || mayEnd(before.orelse)) return false;
      conditions.push({ test: before.test, holds: false });
    } else if (mayEnd([before])) return false;
  }
  return true;
}

/** Whether a block may return, raise or leave a loop. */
function mayEnd(body: readonly Statement[]): boolean {
  return body.some((statement) => {
    if (["Return", "Raise", "Break", "Continue", "Assert", "Try", "Match"].includes(statement.kind))
      return true;
    if (statement.kind === "If" || statement.kind === "For" || statement.kind === "While") {
      return mayEnd(statement.body) || mayEnd(statement.orelse);
    }
    return statement.kind === "With" && mayEnd(statement.body);
  });
}
