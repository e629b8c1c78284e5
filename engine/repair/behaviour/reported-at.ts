import type { Node, Statement } from "../../tree/nodes.ts";
import { blocksOf } from "../../tree/nodes.ts";
import type { Found, RepairableProgram } from "../repair.ts";

type Range = Readonly<{ start: number; end: number }>;

/** The statement a node stands in; undefined for what belongs to no block, as a parameter. */
export function statementOf(node: Node): Statement | undefined {
  for (let at: Node | undefined = node; at?.parent; at = at.parent) {
    const { parent }: Node = at;
    const blocks =
      parent.kind === "ExceptHandler" || parent.kind === "MatchCase" ? [parent.body] : blocksOf(parent);
    if (blocks.some((block) => block.includes(at as Statement))) return at as Statement;
  }
  return undefined;
}

const known = new WeakMap<RepairableProgram, Map<string, readonly number[]>>();

/** Where these rules speak, in the order of the text. */
function placesOf(program: RepairableProgram, rules: readonly string[]): readonly number[] {
  let places = known.get(program);
  if (!places) known.set(program, (places = new Map()));
  const key = rules.join(" ");
  let starts = places.get(key);
  if (!starts) places.set(key, (starts = startsOf(program.found(...rules))));
  return starts;
}

export function startsOf(findings: readonly Found[]): readonly number[] {
  return findings.flatMap(({ start }) => (start === undefined ? [] : [start])).toSorted((a, b) => a - b);
}

/** Whether a place lies within a range; the places are in order. */
export function hasPlaceIn(places: readonly number[], { start, end }: Range): boolean {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < start) low = middle + 1;
    else high = middle;
  }
  return low < places.length && places[low]! < end;
}

/** Whether one of these rules is about a place. */
export function isReported(program: RepairableProgram, offset: number, ...rules: string[]): boolean {
  return hasPlaceIn(placesOf(program, rules), { start: offset, end: offset + 1 });
}

/** Whether one of these rules is about something within a range. */
export function isReportedWithin(program: RepairableProgram, range: Range, ...rules: string[]): boolean {
  return hasPlaceIn(placesOf(program, rules), range);
}

export function isWithin(node: Node, whole: Node): boolean {
  return node.start >= whole.start && node.end <= whole.end;
}

/** The nodes of some kinds that start where one of these rules points. */
export function* reportedNodes<Kind extends Node["kind"]>(
  program: RepairableProgram,
  kind: Kind,
  ...rules: string[]
) {
  if (program.found(...rules).length === 0) return;
  for (const node of program.facts.all(kind)) if (isReported(program, node.start, ...rules)) yield node;
}
