import type { Expression } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";

const known = new WeakMap<RepairableProgram, ReadonlySet<string>>();

/** Whether mypy's type for an expression holds: it goes by the first value, and another may be of another type. */
export function isTypeCertain(program: RepairableProgram, node: Expression): boolean {
  let changing = known.get(program);
  if (!changing) known.set(program, (changing = readChanging(program)));
  return !changing.has(program.source(node));
}

/** What is given a value of another type than before. */
function readChanging({ facts, tree, source, found }: RepairableProgram): ReadonlySet<string> {
  const lines = new Set(found("mypy:assignment").map(({ line }) => line));
  if (lines.size === 0) return new Set();
  const isOn = ({ start }: Expression): boolean => lines.has(tree.positions.lineOf(start));
  const changed = facts.all("Assign").filter(({ targets, value }) => isOn(value) || targets.some(isOn));
  return new Set(changed.flatMap(({ targets }) => targets.map(source)));
}
