import type { Node } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";

/** Whether a place is only reached under a condition that mentions the setting: then the author decides. */
export function isDecided(program: RepairableProgram, node: Node, matter: RegExp): boolean {
  for (let at = node.parent; at; at = at.parent)
    if (
      (at.kind === "If" || at.kind === "IfExp" || at.kind === "While") &&
      matter.test(program.source(at.test))
    )
      return true;
  return false;
}
