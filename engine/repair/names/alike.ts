import type { Attribute } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import { nodesOn } from "../nodes-at.ts";

/** An attribute and the others like it on its line: of the same object, by the same name. */
export function alikeOnLine(program: RepairableProgram, node: Attribute): readonly Attribute[] {
  const receiver = program.source(node.value);
  const alike = nodesOn(program, "Attribute", program.tree.positions.lineOf(node.start)).filter(
    (each) =>
      each.start > node.end &&
      each.attr === node.attr &&
      each.ctx === node.ctx &&
      program.source(each.value) === receiver,
  );
  return [node, ...alike];
}
