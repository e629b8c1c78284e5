import type { Expression } from "../tree/nodes.ts";
import { readHere } from "./frame.ts";
import type { Machine } from "./machine.ts";
import type { PossibleValues } from "./value.ts";

const maxLength = 120;

/**
 * A field of a request that is read in one expression, as a name that no variable has: who checks
 * `request.args.get("next")` and then reads it again has checked it.
 */
export function readingIn({ tree, at }: Machine, node: Expression): string | undefined {
  if ((node.kind !== "Call" && node.kind !== "Subscript") || at !== undefined) return undefined;
  if (node.end - node.start > maxLength) return undefined;
  const written = tree.text.slice(node.start, node.end);
  return /^(?:\w+\.)?request\./.test(written) ? `=${written}` : undefined;
}

export function isReading(name: string): boolean {
  return name.startsWith("=");
}

/** What is known of a field that was checked before it is read here. */
export function checkedReading(machine: Machine, node: Expression): PossibleValues | undefined {
  const name = machine.hasCheckedReadings ? readingIn(machine, node) : undefined;
  return name === undefined ? undefined : readHere(machine.frame, name);
}
