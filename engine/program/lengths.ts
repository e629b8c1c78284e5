import { callsBuiltin } from "./builtin-names.ts";
import type { Expression, Name, Node } from "../tree/nodes.ts";
import type { ProgramFacts } from "./facts.ts";
import { scaled, sum, symbol, whole, type Linear } from "./linear.ts";
import type { Variable } from "./scopes.ts";
import { effectOf } from "./uses.ts";

/** The one value a name is given in its scope, if it is given one only, by a plain assignment. */
export function onlyValue(facts: ProgramFacts, node: Name): Expression | undefined {
  const bound = facts.names.lookUp(node, node.id)?.bindings;
  const [only] = bound ?? [];
  if (bound?.length !== 1 || only?.parent?.kind !== "Assign") return undefined;
  const { targets, value } = only.parent;
  return targets.length === 1 && targets[0] === only ? value : undefined;
}

/** An expression as a sum; names that are given one value stand for it. Undefined for all else. */
export function linearOf(facts: ProgramFacts, node: Expression, depth = 0): Linear | undefined {
  if (depth > 12) return undefined;
  const go = (part: Expression): Linear | undefined => linearOf(facts, part, depth + 1);
  switch (node.kind) {
    case "Constant":
      return node.value.type === "int" && node.value.value < 1_000_000n
        ? whole(Number(node.value.value))
        : undefined;
    case "Name":
      return nameOf(facts, node, go);
    case "UnaryOp": {
      const operand = go(node.operand);
      return node.op === "USub" && operand ? scaled(operand, -1) : undefined;
    }
    case "BinOp": {
      const left = go(node.left);
      const right = go(node.right);
      if (!left || !right) return undefined;
      if (node.op === "Add") return sum(left, right);
      if (node.op === "Sub") return sum(left, right, -1);
      if (node.op !== "Mult") return undefined;
      return left.terms.size === 0
        ? scaled(right, left.plus)
        : right.terms.size === 0
          ? scaled(left, right.plus)
          : undefined;
    }
    case "Call":
      return isLenOfName(facts, node) ? symbol(`len ${(node.args[0] as Name).id}`) : undefined;
    default:
      return undefined;
  }
}

function nameOf(
  facts: ProgramFacts,
  node: Name,
  go: (part: Expression) => Linear | undefined,
): Linear | undefined {
  const value = onlyValue(facts, node);
  const known = value && value.start < node.start && !isInLoop(facts, value, node) ? go(value) : undefined;
  return known ?? symbol(node.id);
}

/** A name given its value in a loop stands for another value in each round. */
function isInLoop(facts: ProgramFacts, value: Expression, use: Node): boolean {
  const { owner } = facts.names.scopeOf(use);
  for (let at = value.parent; at && at !== owner; at = at.parent) {
    if ((at.kind === "For" || at.kind === "While") && !(use.start >= at.start && use.end <= at.end))
      return true;
  }
  return false;
}

export function isLength(name: string): boolean {
  return name.startsWith("len ");
}

function isLenOfName(
  facts: ProgramFacts,
  { func, args, keywords }: Extract<Expression, { kind: "Call" }>,
): boolean {
  return (
    func.kind === "Name" &&
    func.id === "len" &&
    args.length === 1 &&
    keywords.length === 0 &&
    args[0]!.kind === "Name" &&
    facts.names.lookUp(func, "len") === undefined
  );
}

/**
 * Whether something may change how long the object of a variable is, anywhere or within a node. Once another name has it,
 * it may change at any time.
 */
export function mayChangeLength(facts: ProgramFacts, { mentions }: Variable, within?: Node): boolean {
  return mentions.some((use) => {
    const isInside = !within || (use.start >= within.start && use.end <= within.end);
    if (use.parent?.kind === "AugAssign" && use.parent.target === use) return isInside;
    if (use.ctx !== "Load") return within !== undefined && isInside;
    const effect = effectOf(facts, use);
    return effect === "escape" || (effect === "change" && isInside);
  });
}

/** How many items a name's object has, where the text says so: `[0] * n`, `[… for _ in range(n)]`. */
export function lengthOf(facts: ProgramFacts, node: Name): Linear | undefined {
  const value = onlyValue(facts, node);
  return value && lengthOfValue(facts, value);
}

/** How many items each item has, for lists of lists. */
export function innerLengthOf(facts: ProgramFacts, node: Name): Linear | undefined {
  const value = onlyValue(facts, node);
  const each = value?.kind === "ListComp" ? value.elt : undefined;
  const isReplaced = facts.names
    .variableOf(node)!
    .mentions.some(
      ({ parent }) =>
        parent?.kind === "Subscript" &&
        (parent.ctx !== "Load" || parent.parent?.kind === "Attribute" || parent.parent?.kind === "AugAssign"),
    );
  return each && !isReplaced ? lengthOfValue(facts, each) : undefined;
}

function lengthOfValue(facts: ProgramFacts, value: Expression): Linear | undefined {
  if (value.kind === "BinOp" && value.op === "Mult") {
    const [items, times] = value.left.kind === "List" ? [value.left, value.right] : [value.right, value.left];
    if (items.kind !== "List" || items.elts.some(({ kind }) => kind === "Starred")) return undefined;
    const count = linearOf(facts, times);
    return count && scaled(count, items.elts.length);
  }
  if (value.kind !== "ListComp" || value.generators.length !== 1) return undefined;
  const [{ iter, ifs }] = value.generators as [(typeof value.generators)[0]];
  const isRange = iter.kind === "Call" && callsBuiltin(facts, iter, "range") && iter.args.length === 1;
  return isRange && ifs.length === 0 ? linearOf(facts, iter.args[0]!) : undefined;
}
