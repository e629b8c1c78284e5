import type { Comprehension, Node } from "../tree/nodes.ts";
import { bindTarget } from "./bind.ts";
import { writeEntry } from "./fold-items.ts";
import { createFrame } from "./frame.ts";
import { refine } from "./guards.ts";
import { elementsOf } from "./iterate.ts";
import type { Machine } from "./machine.ts";
import {
  items,
  kept,
  onlyBool,
  passing,
  setItems,
  type Entries,
  type DictEntry,
  type PossibleValues,
} from "./value.ts";

type Comprehending = Extract<Node, { kind: "ListComp" | "SetComp" | "GeneratorExp" | "DictComp" }>;

const maxElements = 600;

/** Goes through the elements one by one when they are all known, else once for any of them. */
export function followComprehension(machine: Machine, node: Comprehending): PossibleValues {
  const outer = machine.frame;
  machine.frame = createFrame("comprehension", outer);
  const found: DictEntry[] = [];
  let isOpen = false;
  const note = (isSure: boolean): void => {
    machine.spend(1);
    isOpen ||= !isSure || found.length >= maxElements;
    const key = node.kind === "DictComp" ? machine.evaluate(node.key) : machine.evaluate(node.elt);
    const value = node.kind === "DictComp" ? machine.evaluate(node.value) : key;
    if (found.length < maxElements) found.push({ key, value });
  };
  machine.turning += 1;
  try {
    follow(machine, node.generators, 0, true, note);
  } finally {
    machine.turning -= 1;
    machine.frame = outer;
  }
  const values = found.map(({ value }) => kept(value));
  if (node.kind === "GeneratorExp") return passing(values, isOpen);
  if (node.kind !== "DictComp")
    return node.kind === "SetComp" ? setItems(values, isOpen) : items("list", values, isOpen);
  const made: Entries = { kind: "dict", entries: new Map(), isOpen };
  for (const { key, value } of found) writeEntry(made, key, kept(value));
  return [made];
}

function follow(
  machine: Machine,
  generators: readonly Comprehension[],
  at: number,
  isSure: boolean,
  note: (isSure: boolean) => void,
): void {
  const generator = generators[at];
  if (!generator) return note(isSure);
  const { elements, isComplete } = elementsOf(machine, machine.evaluate(generator.iter), generator.iter);
  for (const [turn, element] of elements.slice(0, maxElements).entries()) {
    if (turn > 0 && machine.turnSteps <= 0) return note(false);
    bindTarget(machine, generator.target, element);
    let holds: boolean | undefined = true;
    for (const test of generator.ifs) {
      const answer = onlyBool(machine.evaluate(test));
      refine(machine, test, true);
      if (answer === false) holds = false;
      else if (answer === undefined && holds === true) holds = undefined;
    }
    // Of a condition that is known to fail nothing follows; an unknown one leaves the list open.
    if (holds !== false) follow(machine, generators, at + 1, isSure && isComplete && holds === true, note);
  }
}
