import type { Call, Expression, Node } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import { pathOf } from "./library-path.ts";
import { definitionOf } from "../../program/classes.ts";

/**
 * The library call that made what a name or an attribute of `self` stands for, as `requests.Session`. Undefined unless
 * everything that is ever bound there was made by the same call.
 */
export function madeBy(program: RepairableProgram, node: Expression, depth = 0): string | undefined {
  if (depth > deepest) return undefined;
  if (node.kind === "Call") return pathOf(program, node.func) ?? answerOf(program, node, depth);
  const bindings = node.kind === "Name" ? boundTo(program, node) : storedIn(program, node);
  return bindings && common(program, bindings, depth);
}

const deepest = 4;

function common(
  program: RepairableProgram,
  values: readonly (Expression | undefined)[],
  depth: number,
): string | undefined {
  const paths = values.map((value) => value && madeBy(program, value, depth + 1));
  return paths.length > 0 && paths.every((path) => path === paths[0]) ? paths[0] : undefined;
}

/** What a function of the program answers. */
function answerOf(program: RepairableProgram, { func }: Call, depth: number): string | undefined {
  const { names, parts } = program.facts;
  const own = definitionOf(program.facts, func);
  if (own?.kind !== "FunctionDef" || own.decorator_list.length > 0) return undefined;
  const answers = parts(own).filter((part) => part.kind === "Return" && names.scopeOf(part).owner === own);
  return common(
    program,
    answers.map((answer) => (answer.kind === "Return" ? answer.value : undefined)),
    depth,
  );
}

/** The values a name is bound to, undefined where one is not a plain assignment or `with … as`. */
function boundTo(
  { facts }: RepairableProgram,
  node: Extract<Node, { kind: "Name" }>,
): (Expression | undefined)[] | undefined {
  const bound = facts.names.lookUp(node, node.id)?.bindings;
  return bound?.map(valueOf);
}

/** What `self.session` is set to, wherever in the text that is. */
function storedIn({ facts }: RepairableProgram, node: Expression): (Expression | undefined)[] | undefined {
  if (node.kind !== "Attribute" || node.value.kind !== "Name" || node.value.id !== "self") return undefined;
  const stores = facts.all("Attribute").filter(({ attr, ctx }) => attr === node.attr && ctx !== "Load");
  return stores.length > 0 ? stores.map(valueOf) : undefined;
}

function valueOf(target: Node): Expression | undefined {
  const { parent } = target;
  if (parent?.kind === "Assign" && parent.targets.includes(target as Expression)) return parent.value;
  if (parent?.kind === "AnnAssign" && parent.target === target) return parent.value;
  if (parent?.kind === "WithItem" && parent.optional_vars === target) return parent.context_expr;
  return undefined;
}
