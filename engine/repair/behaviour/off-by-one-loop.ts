import type { ProgramFacts } from "../../program/facts.ts";
import { countOf } from "../../program/counting.ts";
import { linearOf } from "../../program/lengths.ts";
import { type Splice, insertion } from "../../text/splices.ts";
import type { Call, Comprehension, Expression, For, Name, Node, Subscript, While } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { reportedNodes } from "./reported-at.ts";
import { isInteger } from "../../tree/constants.ts";
import { isName } from "../../tree/written-names.ts";

type Loop = For | While | Comprehension;

export const offByOneLoop: Repair = {
  id: "off-by-one-loop",
  kind: "certain",
  *propose(program) {
    const seen = new Set<Loop>();
    const rules = ["python:loop-past-end", "python:index-out-of-range"];
    for (const node of reportedNodes(program, "Subscript", ...rules)) {
      if (node.value.kind !== "Name") continue;
      const loop = loopCounting(program.facts, node);
      if (!loop || seen.has(loop)) continue;
      const rewrite = shorter(program, loop, node);
      if (!rewrite) continue;
      seen.add(loop);
      yield rewrite;
    }
  },
};

/** The loop whose variable the index is made of. */
function loopCounting(facts: ProgramFacts, node: Subscript): Loop | undefined {
  const names = [node.slice, ...facts.parts(node.slice)].filter((part) => part.kind === "Name");
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === "FunctionDef" || at.kind === "AsyncFunctionDef") return undefined;
    const loops = "generators" in at ? at.generators : [at];
    for (const loop of loops) {
      const count = countOf(facts, loop);
      if (count && names.some(({ id }) => id === count.name)) return loop as Loop;
    }
  }
  return undefined;
}

function shorter(program: RepairableProgram, loop: Loop, node: Subscript): Rewrite | undefined {
  const { facts } = program;
  const [owner, { name }] = [node.value as Name, countOf(facts, loop)!];
  const indexes = indexesWith(facts, loop, name);
  if (node.slice.kind === "Name") {
    if (!indexes.every((each) => each.slice.kind === "Name" && isItemOf(each.value, owner.id)))
      return undefined;
    return loop.kind === "While" ? strict(program, loop, owner) : withoutOneMore(program, loop, owner);
  }
  // Only a loop that compares neighbours and does nothing else has no use for its last round.
  if (loop.kind !== "For" || !comparesOnly(loop, node)) return undefined;
  return indexes.every((each) => isName(each.value, owner.id) && isNeighbour(each.slice, name))
    ? oneLess(facts, loop, owner)
    : undefined;
}

/** Every index in a loop that its variable has a part in. */
function indexesWith(facts: ProgramFacts, loop: Loop, name: string): Subscript[] {
  const whole = loop.kind === "Comprehension" ? loop.parent! : loop;
  return facts
    .parts(whole)
    .filter((part) => part.kind === "Subscript")
    .filter(({ slice }) => [slice, ...facts.parts(slice)].some((part) => isName(part, name)));
}

/** `x`, `x[i]` … */
function isItemOf(node: Node, id: string): boolean {
  return node.kind === "Subscript" ? isItemOf(node.value, id) : isName(node, id);
}

/** `while i <= len(x)` → `<`. */
function strict({ facts, text }: RepairableProgram, loop: While, owner: Name): Rewrite | undefined {
  const { test } = loop;
  if (test.kind !== "Compare" || test.ops[0] !== "LtE" || !isLengthOf(facts, test.comparators[0]!, owner, 0))
    return undefined;
  const sign = text.slice(test.left.end, test.comparators[0]!.start).indexOf("<=");
  const start = test.left.end + sign;
  if (sign < 0) return undefined;
  return { splices: [{ start, end: start + 2, text: "<" }], description: wordsFor(owner) };
}

/** `range(len(x) + 1)` → `range(len(x))`. */
function withoutOneMore(
  { facts }: RepairableProgram,
  loop: For | Comprehension,
  owner: Name,
): Rewrite | undefined {
  const stop = stopOf(loop);
  if (stop?.kind !== "BinOp" || stop.op !== "Add" || !isLengthOf(facts, stop, owner, 1)) return undefined;
  const [kept, one] = isInteger(stop.right, 1n) ? [stop.left, stop.right] : [stop.right, stop.left];
  if (!isInteger(one, 1n)) return undefined;
  const splice: Splice =
    kept === stop.left
      ? { start: kept.end, end: one.end, text: "" }
      : { start: one.start, end: kept.start, text: "" };
  return { splices: [splice], description: wordsFor(owner) };
}

function oneLess(facts: ProgramFacts, loop: For, owner: Name): Rewrite | undefined {
  const stop = stopOf(loop);
  if (!stop || (stop.kind !== "Name" && stop.kind !== "Call") || !isLengthOf(facts, stop, owner, 0))
    return undefined;
  return { splices: [insertion(stop.end, " - 1")], description: wordsFor(owner) };
}

function wordsFor({ id }: Name): string {
  return `ended the loop one iteration earlier, at the end of \`${id}\``;
}

/** Where a `range` that starts at 0 ends. */
function stopOf({ iter }: For | Comprehension): Expression | undefined {
  const { args } = iter as Call;
  if (args.length === 1) return args[0];
  const [start, stop] = args;
  return args.length === 2 && isInteger(start!, 0n) ? stop : undefined;
}

function isLengthOf(facts: ProgramFacts, node: Expression, owner: Name, plus: number): boolean {
  const length = linearOf(facts, node);
  return length?.plus === plus && length.terms.size === 1 && length.terms.get(`len ${owner.id}`) === 1;
}

/** `for i in …: if x[i] > x[i + 1]: …` */
function comparesOnly({ body, orelse }: For, node: Subscript): boolean {
  const [only] = body;
  if (body.length !== 1 || orelse.length > 0 || only?.kind !== "If" || only.orelse.length > 0) return false;
  return node.start >= only.test.start && node.end <= only.test.end;
}

function isNeighbour(slice: Expression, name: string): boolean {
  if (isName(slice, name)) return true;
  return (
    slice.kind === "BinOp" && slice.op === "Add" && isName(slice.left, name) && isInteger(slice.right, 1n)
  );
}
