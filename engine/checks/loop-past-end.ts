import { shown } from "../evaluate/describe.ts";
import { isCaught } from "../program/caught.ts";
import { countOf, type Count } from "../program/counting.ts";
import { isUsedUp } from "../program/consumed.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { mayHaveKeys } from "../program/keyed-items.ts";
import type { Variable } from "../program/scopes.ts";
import { innerLengthOf, isLength, lengthOf, linearOf, mayChangeLength } from "../program/lengths.ts";
import { isAlwaysReached, isReached, replaced, sum, symbol, type Linear } from "../program/linear.ts";
import { isSequence } from "../program/sequence-names.ts";
import { blockOf } from "../tree/layout.ts";
import type { Comprehension, For, Name, Node, Subscript, While } from "../tree/nodes.ts";
import type { Check } from "./check.ts";
import { isName } from "../tree/written-names.ts";
import { callsBuiltin } from "../program/builtin-names.ts";

type Loop = For | While | Comprehension;

export const loopPastEnd: Check = {
  id: "loop-past-end",
  severity: "error",
  *find(facts) {
    for (const node of facts.all("Subscript")) {
      if (node.ctx === "Del" || !goesPast(facts, node) || isCaught(node)) continue;
      const message = `In the last iteration this index is past the end of ${shown(node.value)}: it raises IndexError. End the loop one earlier, or check the index first.`;
      yield { node, message };
    }
  },
};

function goesPast(facts: ProgramFacts, node: Subscript): boolean {
  const owner = ownerOf(node);
  const index = owner && linearOf(facts, node.slice);
  if (!index || index.terms.size === 0) return false;
  const variable = facts.names.variableOf(owner);
  if (variable === undefined || !isOfSameRun(facts, owner, variable)) return false;
  const loops = loopsAround(facts, node);
  const counts = loops?.map((loop) => countOf(facts, loop));
  if (!loops || !counts) return false;
  const used = counts.find((count) => count && index.terms.has(count.name));
  if (!used || !isSteady(facts, node, loops, counts)) return false;
  const length =
    node.value === owner
      ? (lengthOf(facts, owner) ?? symbol(`len ${owner.id}`))
      : innerLengthOf(facts, owner);
  if (!length || !isUnchanged(facts, owner, loops, length)) return false;
  if (node.value === owner && isLengthOnly(length) && !isSequence(facts, owner)) return false;
  if (mayHaveKeys(facts, owner)) return false;
  return isBeyond(facts, index, length, { loops, counts });
}

/** The name whose items, or items' items, are asked for. */
function ownerOf({ value }: Subscript): Name | undefined {
  if (value.kind === "Name") return value;
  return value.kind === "Subscript" && value.value.kind === "Name" && value.slice.kind !== "Slice"
    ? value.value
    : undefined;
}

/** Read where it belongs, or by comprehensions there. */
function isOfSameRun(facts: ProgramFacts, owner: Name, { scope }: Variable): boolean {
  let at = facts.names.scopeOf(owner);
  while (at !== scope && at.parent && at.kind === "comprehension") at = at.parent;
  return at === scope;
}

/** The loops each of whose rounds evaluates a node, the innermost first; undefined when a condition stands between. */
function loopsAround(facts: ProgramFacts, node: Node): Loop[] | undefined {
  const loops: Loop[] = [];
  for (let at: Node = node; at.parent; at = at.parent) {
    const { parent } = at;
    if (parent.kind === "FunctionDef" || parent.kind === "AsyncFunctionDef" || parent.kind === "Module")
      return loops;
    if (parent.kind === "For" || parent.kind === "While") {
      if (!(parent.body as Node[]).includes(at)) {
        if (parent.kind === "While" || parent.iter !== at) return undefined;
        continue;
      }
      if (leavesBefore(facts, parent.body, at)) return undefined;
      loops.push(parent);
      continue;
    }
    if (
      parent.kind === "ListComp" ||
      parent.kind === "SetComp" ||
      parent.kind === "GeneratorExp" ||
      parent.kind === "DictComp"
    ) {
      // What the first `for` iterates over is evaluated once, before the first iteration.
      if (at === parent.generators[0]) continue;
      if (at.kind === "Comprehension") return undefined;
      if (parent.generators.some(({ ifs }) => ifs.length > 0)) return undefined;
      if (parent.kind === "GeneratorExp" && !isUsedUp(facts, parent)) return undefined;
      loops.push(...parent.generators.toReversed());
      continue;
    }
    if (parent.kind === "Comprehension" && (parent.iter !== at || parent.parent?.kind === "GeneratorExp"))
      return undefined;
    if (parent.kind === "If" && parent.test !== at) return undefined;
    if (parent.kind === "BoolOp" && parent.values[0] !== at) return undefined;
    if (parent.kind === "Compare" && parent.left !== at && parent.comparators[0] !== at) return undefined;
    if (parent.kind === "IfExp" && parent.test !== at) return undefined;
    if (conditional.has(parent.kind)) return undefined;
  }
  return loops;
}

const conditional = new Set([
  "Lambda",
  "Match",
  "MatchCase",
  "Try",
  "TryStar",
  "ClassDef",
  "Assert",
  "ExceptHandler",
]);

const firstLeaving = new WeakMap<readonly Node[], number>();

/** Whether a statement before this one may end the round. */
function leavesBefore(facts: ProgramFacts, body: readonly Node[], statement: Node): boolean {
  let first = firstLeaving.get(body);
  if (first === undefined) {
    first =
      body.find((part) => [part, ...facts.parts(part)].some(({ kind }) => leaving.has(kind)))?.start ??
      Infinity;
    firstLeaving.set(body, first);
  }
  return first < statement.start;
}

const leaving = new Set(["Continue", "Break", "Return", "Raise", "Yield", "YieldFrom"]);

/** Whether the loops' variables are theirs alone, and a `while` counts on only after the place in question. */
function isSteady(
  facts: ProgramFacts,
  node: Node,
  loops: readonly Loop[],
  counts: readonly (Count | undefined)[],
): boolean {
  return counts.every((count, at) => {
    const loop = loops[at]!;
    if (!count) return loop.kind === "For";
    const bound = facts
      .parts(loop)
      .filter((part): part is Name => isName(part, count.name) && part.ctx !== "Load");
    if (loop.kind === "While") return bound.every((part) => part.start > node.start);
    return bound.length === 1;
  });
}

/** Whether neither the object nor what its length is counted with changes. */
function isUnchanged(facts: ProgramFacts, owner: Name, loops: readonly Loop[], length: Linear): boolean {
  const variable = facts.names.variableOf(owner)!;
  const outermost = loops.at(-1)!;
  if (!isLengthOnly(length)) {
    return (
      !mayChangeLength(facts, variable) &&
      [...length.terms.keys()].every((name) => isFixed(facts, owner, name))
    );
  }
  const isRebound = variable.bindings.some(
    (binding) => binding.start > outermost.start && binding.kind === "Name",
  );
  return !isRebound && !mayChangeLength(facts, variable, outermost) && !changesAfterCounting(facts, owner);
}

/** `n = len(x)` says nothing of `x` once `x` has changed. */
function changesAfterCounting(facts: ProgramFacts, owner: Name): boolean {
  const variable = facts.names.variableOf(owner)!;
  const kept = variable.mentions.filter(
    ({ parent }) => callsBuiltin(facts, parent, "len") && parent?.parent?.kind === "Assign",
  );
  if (kept.length === 0) return false;
  const isRebound = variable.bindings.some((binding) => binding.start > kept[0]!.start);
  return isRebound || mayChangeLength(facts, variable);
}

function isFixed(facts: ProgramFacts, at: Name, name: string): boolean {
  if (isLength(name)) return true;
  const bound = facts.names.lookUp(at, name)?.bindings;
  return bound?.length === 1;
}

function isLengthOnly({ terms, plus }: Linear): boolean {
  return plus === 0 && terms.size === 1 && isLength([...terms.keys()][0]!);
}

type Place = Readonly<{ loops: readonly Loop[]; counts: readonly (Count | undefined)[] }>;

/** Whether the greatest index the loops lead to is at or behind the end, in a round that there is. */
function isBeyond(facts: ProgramFacts, index: Linear, length: Linear, { loops, counts }: Place): boolean {
  let over = sum(index, length, -1);
  const rounds: Linear[] = [];
  let ownRangeIsTooLong = false;
  for (const count of counts) {
    if (!count) continue;
    const factor =
      over.terms.get(count.name) ??
      rounds.map((round) => round.terms.get(count.name) ?? 0).find((each) => each !== 0) ??
      0;
    const value = factor >= 0 ? count.high : count.low;
    if (!value) return false;
    if (factor > 0 && isReached(sum(count.high, length, -1), isLength)) ownRangeIsTooLong = true;
    over = replaced(over, count.name, value);
    for (const [at, round] of rounds.entries()) rounds[at] = replaced(round, count.name, value);
    if (count.low) rounds.push(sum(count.high, count.low, -1));
  }
  if (!isAlwaysReached(over, isLength)) return false;
  const isCounted = (name: string): boolean => isLength(name) || length.terms.has(name);
  if (!rounds.every((round) => isReached(round, isCounted))) return false;
  return (
    ownRangeIsTooLong || !loops.some((loop) => mayEndEarly(facts, loop)) || isMeantToEnd(facts, loops.at(-1)!)
  );
}

/** A loop that only `return` leaves early, and what comes after it shows that it is expected to go through all rounds. */
function isMeantToEnd(facts: ProgramFacts, loop: Loop): boolean {
  if (loop.kind === "Comprehension" || loop.orelse.length > 0) return false;
  if (facts.parts(loop).some(({ kind }) => kind !== "Return" && leaving.has(kind))) return false;
  const { block, index } = blockOf(loop);
  const next = block[index + 1];
  return next?.kind === "Return" && next.value?.kind === "Constant" && next.value.value.type === "bool";
}

/** A loop that is left when something is found may never come to its last round. */
function mayEndEarly(facts: ProgramFacts, loop: Loop): boolean {
  return facts
    .parts(loop)
    .some(({ kind }) => kind === "Break" || kind === "Return" || kind === "Raise" || kind === "Yield");
}
