import { elementsOf } from "../iterate.ts";
import { withArgs } from "../machine.ts";
import { anything, onlyItems, passing, truthOf, type PossibleValues } from "../value.ts";
import type { CollectionFold } from "./fold.ts";

/** Calls a function on the elements of its arguments, each in turn or on any of them. */
const mapOver: CollectionFold = ({ args, isOpen }, machine, node) => {
  const [callee, ...lists] = args;
  if (!callee || lists.length === 0) return undefined;
  const columns = lists.map((list) => elementsOf(machine, list, node));
  const isComplete = columns.every((column) => column.isComplete);
  const length = Math.min(...columns.map(({ elements }) => elements.length));
  const results: PossibleValues[] = [];
  for (let at = 0; at < length; at += 1)
    results.push(machine.call(callee, withArgs(...columns.map(({ elements }) => elements[at]!)), node));
  return passing(results, !isComplete || isOpen);
};

const starMap: CollectionFold = ({ args }, machine, node) => {
  const [callee, list] = args;
  if (!callee || !list) return undefined;
  const { elements, isComplete } = elementsOf(machine, list, node);
  const results = elements.map((element) =>
    machine.call(
      callee,
      { args: onlyItems(element) ?? [anything], keywords: new Map(), isOpen: false },
      node,
    ),
  );
  return passing(results, !isComplete);
};

const filterOver: CollectionFold = ({ args }, machine, node) => {
  const [callee, list] = args;
  if (!callee || !list) return undefined;
  const { elements, isComplete } = elementsOf(machine, list, node);
  const kept: PossibleValues[] = [];
  let isSure = isComplete;
  for (const element of elements) {
    const answer = callee[0]!.kind === "none" ? element : machine.call(callee, withArgs(element), node);
    const truth = truthOf(answer);
    if (truth !== false) kept.push(element);
    isSure &&= truth !== undefined;
  }
  return passing(kept, !isSure);
};

const reduceOver: CollectionFold = ({ args }, machine, node) => {
  const [callee, list, first] = args;
  const elements = onlyItems(list);
  if (!callee || !list) return undefined;
  if (!elements || elements.length > 400) {
    machine.call(callee, withArgs(anything, anything), node);
    return anything;
  }
  const start = first ?? elements[0];
  if (!start) return undefined;
  return elements
    .slice(first ? 0 : 1)
    .reduce((sum, one) => machine.call(callee, withArgs(sum, one), node), start);
};

/** Functions that are called on the elements of what they are given. */
export const functionsOverElements: Readonly<Record<string, CollectionFold>> = {
  "builtins.map": mapOver,
  "builtins.filter": filterOver,
  "functools.reduce": reduceOver,
  "itertools.starmap": starMap,
};
