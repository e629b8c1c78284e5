import type { For, While } from "../tree/nodes.ts";
import { bindTarget } from "./bind.ts";
import { mergeBranches } from "./frame.ts";
import { clearChecked } from "./guards.ts";
import { elementsOf } from "./iterate.ts";
import { unsurely } from "./branches.ts";
import type { Machine, StatementEnd } from "./machine.ts";
import { joinAll, truthOf } from "./value.ts";

const maxTurns = 400;

/** A loop over known elements is followed turn by turn, as a hidden word may be spelled that way. */
export function runFor(machine: Machine, node: For): StatementEnd {
  const { elements, isComplete } = elementsOf(machine, machine.evaluate(node.iter), node.iter);
  if (isComplete && machine.uncertain === 0 && elements.length > 0) {
    const ended = followTurns(machine, elements.length, (at) => {
      bindTarget(machine, node.target, elements[at]!);
      return machine.run(node.body);
    });
    if (ended === "left") return "left";
    if (ended !== undefined) return machine.run(node.orelse);
  }
  const some = elements.length > 8 ? [joinAll(elements.slice(0, 12))] : elements;
  for (let turn = 0; turn < 2; turn += 1) {
    const body = unsurely(machine, () => {
      for (const element of some) {
        bindTarget(machine, node.target, element);
        if (machine.run(node.body) === "left") return "left";
      }
      return "on";
    });
    mergeBranches(machine.frame, [body], true);
    // A second turn only where the first may have changed what the loop calls.
    if (
      ![...body.layer.values()].some((value) =>
        value.some(({ kind }) => kind === "reference" || kind === "function"),
      )
    )
      break;
    if (machine.uncertain > 1) break;
  }
  return machine.run(node.orelse);
}

/** How the turns ended; undefined when they could not all be followed, so that one turn must stand for any. */
function followTurns(
  machine: Machine,
  most: number,
  turn: (at: number) => StatementEnd | undefined,
): StatementEnd | undefined {
  machine.turning += 1;
  try {
    for (let at = 0; at < most; at += 1) {
      if (machine.turnSteps <= 0) return undefined;
      const outcome = turn(at);
      if (outcome === undefined || outcome === "left" || outcome === "break") return outcome;
    }
    return "on";
  } finally {
    machine.turning -= 1;
  }
}

export function runWhile(machine: Machine, node: While): StatementEnd {
  const isEndless = node.test.kind === "Constant";
  if (machine.uncertain === 0 && !isEndless) {
    const ended = followTurns(machine, maxTurns, () => {
      const holds = truthOf(machine.evaluate(node.test));
      if (holds === undefined) return undefined;
      return holds ? machine.run(node.body) : "break";
    });
    if (ended === "left") return "left";
    if (ended === "break") return machine.run(node.orelse);
  }
  machine.evaluate(node.test);
  clearChecked(machine, node.test);
  const body = unsurely(machine, () => machine.run(node.body));
  mergeBranches(machine.frame, [body], true);
  return machine.run(node.orelse);
}
