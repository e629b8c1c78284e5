import type { Splice } from "../../text/splices.ts";
import type { Expression, Node } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import { isReported, statementOf } from "./reported-at.ts";
import { dottedName } from "../../tree/written-names.ts";
import { isHashed } from "../../program/only-binding.ts";

type List = Extract<Expression, { elts: unknown }>;
/** A list that is written where a key or a member of a set stands, and what it is a key of. */
type Key = Readonly<{ list: List; owner: string | undefined; of: Expression; at: Node }>;

export const unhashableKey: Repair = {
  id: "unhashable-key",
  kind: "certain",
  *propose(program) {
    const { facts, text } = program;
    if (program.found("python:unhashable-key").length === 0) return;
    const keys = facts.all("List").flatMap((list) => keyOf(list) ?? []);
    const blamed = new Set(keys.filter((key) => isBlamed(program, key)).map(({ owner }) => owner));
    // All at once: as long as one of them fails, nobody gets to the next.
    const wrong = keys.filter(({ owner, of }) => blamed.has(owner) || isHashed(facts, of));
    if (blamed.size === 0) return;
    yield {
      splices: wrong.flatMap(({ list }) => asTuple(text, list)),
      description: "used a tuple as key or member, as a list can be neither",
    };
  },
};

function isBlamed(program: RepairableProgram, { at, list }: Key): boolean {
  const statement = statementOf(at);
  return [at, list, statement].some(
    (node) => node && isReported(program, node.start, "python:unhashable-key"),
  );
}

function keyOf(list: List): Key | undefined {
  const { parent } = list;
  if (list.kind !== "List" || list.ctx !== "Load" || list.elts.some(({ kind }) => kind === "List"))
    return undefined;
  if (parent?.kind === "Subscript" && parent.slice === list)
    return { list, owner: dottedName(parent.value), of: parent.value, at: parent };
  if (parent?.kind === "Set" || (parent?.kind === "Dict" && parent.keys.includes(list)))
    return { list, owner: undefined, of: parent, at: parent };
  if (parent?.kind === "Compare" && parent.left === list && parent.ops.length === 1) {
    const isMembership = parent.ops[0] === "In" || parent.ops[0] === "NotIn";
    return isMembership
      ? { list, owner: dottedName(parent.comparators[0]!), of: parent.comparators[0]!, at: parent }
      : undefined;
  }
  if (parent?.kind !== "Call" || parent.args[0] !== list || parent.func.kind !== "Attribute")
    return undefined;
  return ["add", "discard", "remove", "get", "setdefault"].includes(parent.func.attr)
    ? { list, owner: dottedName(parent.func.value), of: parent.func.value, at: parent }
    : undefined;
}

function asTuple(text: string, { start, end, elts }: List): Splice[] {
  const isSingle = elts.length === 1 && !/,\s*\]$/.test(text.slice(start, end));
  return [
    { start, end: start + 1, text: "(" },
    { start: end - 1, end, text: isSingle ? ",)" : ")" },
  ];
}
