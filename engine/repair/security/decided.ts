import type { Node } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";

/** Whether a place is only reached under a condition that speaks of the matter: then somebody decides about it. */
export function isDecided(program: RepairableProgram, node: Node, matter: RegExp): boolean {
  for (let at = node.parent; at; at = at.parent)
    if (
      (at.kind === "If" || at.kind === "IfExp" || at.kind === "While") &&
      matter.test(program.source(at.test))
    )
      return true;
  return false;
}
