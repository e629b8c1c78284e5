import { isBuiltin } from "../library/builtins.ts";
import { isInAnnotation } from "../program/annotation-places.ts";
import { isCaught } from "../program/caught.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { reachedFrom, type FlowGraph, type FlowNode } from "../program/flow-graph.ts";
import type { Scope, Variable } from "../program/scopes.ts";
import type { Name, Node } from "../tree/nodes.ts";
import type { Check } from "./check.ts";
import { provenBy } from "./failures.ts";

const proven = provenBy("unbound-name");

export const unboundName: Check = {
  id: "unbound-name",
  severity: "error",
  *find(facts) {
    if (facts.isDynamic) return;
    for (const { kind, owner, variables } of facts.names.scopes) {
      if ((kind !== "function" && kind !== "module") || owner.kind === "Lambda") continue;
      for (const [name, variable] of variables) {
        const read = firstUnbound(facts, variable);
        if (!read) continue;
        const exception = owner.kind === "Module" ? "NameError" : "UnboundLocalError";
        const message = `\`${name}\` has no value yet here: this raises ${exception}. Assign it first${owner.kind === "Module" ? "" : ", or declare it `global` or `nonlocal` if you mean an outer one"}.`;
        yield { node: read, message, data: { kind: "unbound name", name } };
      }
    }
    yield* proven.find(facts);
  },
};

/** The first reading of a name that comes before everything that binds it. */
function firstUnbound(facts: ProgramFacts, { name, scope, bindings, mentions }: Variable): Name | undefined {
  if (bindings.some((binding) => binding.kind === "Arg" || facts.names.scopeOf(binding) !== scope))
    return undefined;
  // A module's own name may come from outside of it: a builtin, or what an import of it sets.
  if (scope.kind === "module" && (isBuiltin(name) || formerBuiltins.has(name) || name.startsWith("__")))
    return undefined;
  const first = Math.min(...bindings.map(effectOf));
  for (const use of mentions) {
    const isRead =
      use.ctx === "Load" ||
      (use.parent?.kind === "AugAssign" && use.parent.target === use) ||
      use.ctx === "Del";
    if (!isRead || use.start >= first || !isIn(facts, use, scope) || isCaught(use) || isInAnnotation(use))
      continue;
    if (isFirst(facts, use, bindings, scope.owner)) return use;
  }
  return undefined;
}

/** Of the Python that came before: programs for both name them. */
const formerBuiltins = new Set(
  "unicode basestring long raw_input xrange reduce file cmp unichr execfile reload".split(" "),
);

function isIn(facts: ProgramFacts, use: Name, scope: Scope): boolean {
  let at = facts.names.scopeOf(use);
  // What a comprehension reads it reads when it stands; a generator may be asked later.
  while (at !== scope && at.parent && at.kind === "comprehension" && at.owner.kind !== "GeneratorExp")
    at = at.parent;
  return at === scope;
}

/** From where on a binding holds: a value is worked out before its name is set. */
function effectOf(binding: Node): number {
  if (binding.kind !== "Name")
    return binding.kind === "FunctionDef" ||
      binding.kind === "ClassDef" ||
      binding.kind === "AsyncFunctionDef"
      ? binding.end
      : binding.start;
  for (let at: Node | undefined = binding.parent; at; at = at.parent) {
    if (at.kind === "Assign" || at.kind === "AugAssign" || at.kind === "AnnAssign") return at.end;
    // A condition is evaluated before what is written to its left.
    if (at.kind === "NamedExpr") return statementAround(at).start;
    if (at.kind === "For" || at.kind === "AsyncFor" || at.kind === "Comprehension") return at.iter.end;
    if (at.kind === "WithItem") return at.end;
    if (at.kind === "FunctionDef" || at.kind === "Module" || at.kind === "Lambda") break;
  }
  return binding.start;
}

function statementAround(node: Node): Node {
  let at = node;
  while (at.parent && !("body" in at.parent && Array.isArray(at.parent.body))) at = at.parent;
  return at;
}

/** Whether none of the bindings can have taken effect when control first comes to a use. */
function isFirst(facts: ProgramFacts, use: Name, bindings: readonly Node[], owner: Node): boolean {
  const graph = facts.flow.graphOf(owner as Parameters<ProgramFacts["flow"]["graphOf"]>[0]);
  const here = placeOf(graph, use);
  if (!here?.isReached) return false;
  const before = reachedFrom(graph.entry, here);
  return bindings.every((binding) => {
    const there = placeOf(graph, binding);
    return there === here || (there !== undefined && !(before.has(there) && reachedFrom(there).has(here)));
  });
}

/** The statement, handler or case of a graph that a node is part of. */
function placeOf(graph: FlowGraph, node: Node): FlowNode | undefined {
  let at: Node | undefined = node;
  while (at && !graph.at(at)) at = at.parent;
  return at && graph.at(at);
}
