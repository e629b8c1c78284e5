import type { Node } from "../tree/nodes.ts";
import type { Machine } from "./machine.ts";
import { isPower } from "./power-names.ts";
import { powerIn } from "./powers.ts";
import type { PossibleValues } from "./value.ts";

/** Says so when a value that goes where nobody follows it holds a function that runs programs or code. */
export function noteEscape(machine: Machine, value: PossibleValues, to: string, node: Node): void {
  const power = powerIn(value);
  if (power) machine.listener.escaped(machine.at ?? node, power, to);
}

/** A function that runs programs or code and is named here, but not to be called at once. */
export function noteMention(machine: Machine, node: Node, value: PossibleValues): PossibleValues {
  const { parent } = node;
  const isUsed = (parent?.kind === "Call" && parent.func === node) || parent?.kind === "Attribute";
  if (!isUsed)
    for (const thing of value)
      if (thing.kind === "reference" && isPower(thing.path)) machine.listener.mentioned(node, thing);
  return value;
}
