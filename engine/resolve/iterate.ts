import type { Node } from "../tree/nodes.ts";
import { callHook, isCallable } from "./reach.ts";
import type { Machine } from "./machine.ts";
import { taintOf } from "./taint.ts";
import {
  anything,
  joinAll,
  onlyItems,
  reference,
  tainted,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

const maxUnrolled = 400;

/** The elements a loop iterates over: each, when all are known and few, or one that stands for any. */
export function elementsOf(
  machine: Machine,
  value: PossibleValues,
  node: Node,
): { elements: readonly PossibleValues[]; isComplete: boolean } {
  const list = onlyItems(value);
  // The loop may change the list it iterates over; it is given the list as it was.
  if (list && list.length <= maxUnrolled) return { elements: [...list], isComplete: true };
  return { elements: [joinAll(value.map((thing) => anyElement(machine, thing, node)))], isComplete: false };
}

function anyElement(machine: Machine, thing: AbstractValue, node: Node): PossibleValues {
  switch (thing.kind) {
    case "list":
    case "tuple":
    case "set":
      return joinAll([...thing.items.slice(0, 100), ...(thing.isOpen ? [anything] : [])]);
    case "dict":
      return joinAll([...thing.entries.values()].slice(0, 100).map(({ key }) => key));
    case "reference":
      return reference(`${thing.path}[]`, thing.taint);
    case "object": {
      const iterated =
        callHook(machine, thing, "__iter__", node) ?? callHook(machine, thing, "__getitem__", node);
      const next = iterated?.some(({ kind }) => kind === "object" || isCallable({ kind } as AbstractValue))
        ? iterated.map((one) => callHook(machine, one, "__next__", node) ?? anything)
        : [iterated ? anyOf(iterated) : anything];
      return joinAll(next);
    }
    default:
      return tainted(taintOf([thing]));
  }
}

function anyOf(value: PossibleValues): PossibleValues {
  const list = onlyItems(value);
  return list === undefined || list.length === 0 ? anything : joinAll(list.slice(0, 100));
}
