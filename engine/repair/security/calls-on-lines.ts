import type { Call, Node } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";

/** The calls that findings of some rules are about: those with a finding on one of their lines. */
export function callsOf(program: RepairableProgram, ...rules: string[]): readonly Call[] {
  const lines = linesOf(program, ...rules);
  return lines.length === 0 ? [] : program.facts.all("Call").filter((call) => isOnLine(program, call, lines));
}

/** The lines findings of some rules stand on, ascending. */
export function linesOf(program: RepairableProgram, ...rules: string[]): readonly number[] {
  return program
    .found(...rules)
    .map(({ line }) => line)
    .toSorted((a, b) => a - b);
}

export function isOnLine(
  { tree }: RepairableProgram,
  { start, end }: Node,
  lines: readonly number[],
): boolean {
  const [first, last] = [tree.positions.lineOf(start), tree.positions.lineOf(end)];
  return lines.some((line) => line >= first && line <= last);
}
