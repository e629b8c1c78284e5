import { classOf, definitionOf, lineage, methodsOf, selfOf } from "../program/classes.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { onlyValue } from "../program/lengths.ts";
import type { Call, FunctionDef, Node } from "../tree/nodes.ts";
import type { Check } from "./check.ts";
import { isName } from "../tree/written-names.ts";

export const unawaitedCoroutine: Check = {
  id: "unawaited-coroutine",
  severity: "error",
  *find(facts) {
    if (!facts.functions.some(({ kind }) => kind === "AsyncFunctionDef")) return;
    for (const node of facts.all("Call")) {
      const definition = isWasted(node) ? calledBy(facts, node) : undefined;
      if (definition?.kind !== "AsyncFunctionDef" || definition.decorator_list.length > 0) continue;
      if (facts.shapes.of(definition).isGenerator) continue;
      const message = `\`${definition.name}\` is asynchronous: without \`await\` the call does not run. Add \`await\` before the call, or pass it to \`asyncio.run\` or a task.`;
      yield { node, message };
    }
  },
};

/** Whether a call's result is thrown away, or used as if it were the value it will give. */
function isWasted(node: Call): boolean {
  const { parent } = node;
  if (parent?.kind === "Expr" || parent?.kind === "BinOp" || parent?.kind === "FormattedValue") return true;
  if (parent?.kind === "Subscript") return parent.value === node;
  if (parent?.kind === "For") return parent.iter === node;
  if (parent?.kind === "If" || parent?.kind === "While") return parent.test === node;
  return parent?.kind === "Compare" && !parent.ops.includes("Is") && !parent.ops.includes("IsNot");
}

/** The function of this text that a call surely reaches. */
export function calledBy(facts: ProgramFacts, { func }: Call): FunctionDef | undefined {
  if (func.kind === "Name") {
    const definition = definitionOf(facts, func);
    return definition && "args" in definition && "name" in definition
      ? (definition as FunctionDef)
      : undefined;
  }
  if (func.kind !== "Attribute" || func.value.kind !== "Name") return undefined;
  const owner = ownerOfSelf(facts, func.value) ?? ownerMade(facts, func.value);
  const line = owner && lineage(facts, owner);
  if (!line) return undefined;
  const found = line.flatMap(methodsOf).filter(({ name }) => name === func.attr);
  return found.length === 1 && found[0]!.decorator_list.length === 0 ? found[0] : undefined;
}

/** The class of `self`, where no class of this text is built on it. */
function ownerOfSelf(facts: ProgramFacts, node: Extract<Node, { kind: "Name" }>) {
  const method = facts.names.variableOf(node)?.scope.owner;
  if (method?.kind !== "FunctionDef" && method?.kind !== "AsyncFunctionDef") return undefined;
  const owner = method.parent;
  if (owner?.kind !== "ClassDef" || selfOf(method) !== node.id) return undefined;
  const isBase = facts.classes.some(({ bases }) => bases.some((base) => isName(base, owner.name)));
  return isBase ? undefined : owner;
}

function ownerMade(facts: ProgramFacts, node: Extract<Node, { kind: "Name" }>) {
  const made = onlyValue(facts, node);
  return made?.kind === "Call" ? classOf(facts, made.func) : undefined;
}
