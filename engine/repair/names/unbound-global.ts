import type { ProgramFacts } from "../../program/facts.ts";
import type { Scope, Variable } from "../../program/scopes.ts";
import { indentOf, newlineOf } from "../../tree/layout.ts";
import type { FunctionDef, Node } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { unboundVariables } from "./shadowed-builtin.ts";
import { isLoneText } from "../../tree/docstring.ts";
import { isName } from "../../tree/written-names.ts";

/** `count += 1` in a function, where `count` is the variable of the module or function around it. */
export const unboundGlobal: Repair = {
  id: "unbound-global",
  kind: "certain",
  *propose(program) {
    for (const variable of unboundVariables(program)) {
      const home = homeOf(program.facts, variable);
      const rewrite = home && declare(program, variable.scope.owner as FunctionDef, home, variable.name);
      if (rewrite) yield rewrite;
    }
  },
};

type Word = "global" | "nonlocal";

/** Whose variable is meant: the only one of that name around, where every value set here is made of the one before. */
function homeOf(facts: ProgramFacts, { name, scope, bindings }: Variable): Word | undefined {
  if (!bindings.every((node) => facts.names.scopeOf(node) === scope && isMadeOfItself(facts, node, name)))
    return undefined;
  const homes: Scope[] = [];
  for (let at = scope.parent; at; at = at.parent)
    if (at.owner.kind !== "ClassDef" && at.variables.has(name)) homes.push(at);
  const [home] = homes;
  if (homes.length !== 1 || !home!.variables.get(name)!.bindings.every(isVariable)) return undefined;
  return home!.owner.kind === "Module" ? "global" : "nonlocal";
}

function isVariable(node: Node): boolean {
  return node.kind === "Name" || node.kind === "Arg";
}

/** `n += 1`, `n = n + 1`. */
function isMadeOfItself(facts: ProgramFacts, node: Node, name: string): boolean {
  const { parent } = node;
  if (parent?.kind === "AugAssign") return parent.target === node;
  if (parent?.kind !== "Assign" || parent.targets.length !== 1 || parent.targets[0] !== node) return false;
  return [parent.value, ...facts.parts(parent.value)].some(
    (part) => isName(part, name) && facts.names.scopeOf(part) === facts.names.scopeOf(node),
  );
}

/** A line before the first statement that does something; it must stand before every use of the name. */
function declare(
  { tree }: RepairableProgram,
  { body }: FunctionDef,
  word: Word,
  name: string,
): Rewrite | undefined {
  const first = body.find((statement) => !isLoneText(statement));
  const indent = first && indentOf(tree, first);
  if (!first || indent === undefined || "decorator_list" in first) return undefined;
  const line = `${word} ${name}`;
  const start = first.start - indent.length;
  return {
    splices: [{ start, end: start, text: `${indent}${line}${newlineOf(tree.text)}` }],
    description: `declared \`${line}\``,
    at: first.start,
  };
}
