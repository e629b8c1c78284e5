import type { For, Node, Statement, While } from "../tree/nodes.ts";
import { bindTarget } from "./bind.ts";
import { mergeBranches, type Branch } from "./frame.ts";
import { refine } from "./guards.ts";
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
  return followAnyTurns(machine, node, () => {
    for (const element of some) {
      bindTarget(machine, node.target, element);
      const outcome = machine.run(node.body);
      if (outcome === "left") return "left";
    }
    return "on";
  });
}

/** How the turns ended; undefined when they could not all be followed, so that one turn must stand for any. */
function followTurns(
  machine: Machine,
  max: number,
  turn: (at: number) => StatementEnd | undefined,
): StatementEnd | undefined {
  machine.turning += 1;
  try {
    return collectLeft(machine, () => {
      for (let at = 0; at < max; at += 1) {
        if (machine.turnSteps <= 0) return undefined;
        const outcome = turn(at);
        if (outcome === undefined || outcome === "left" || outcome === "break") return outcome;
      }
      return "on";
    });
  } finally {
    machine.turning -= 1;
  }
}

/** Follows the body once or twice for however many turns there are. */
function followAnyTurns(
  machine: Machine,
  node: Node & { orelse: readonly Statement[] },
  turn: () => StatementEnd,
): StatementEnd {
  machine.changing.push(namesSetIn(machine, node));
  try {
    for (let count = 0; count < 2; count += 1) {
      const body = collectLeft(machine, () => {
        const followed = unsurely(machine, turn);
        mergeBranches(machine.frame, [followed], true);
        return followed;
      });
      // A second turn only where the first may have changed what the loop calls.
      const mayCallOther = body.layer
        .values()
        .some((value) => value.some(({ kind }) => kind === "reference" || kind === "function"));
      if (!mayCallOther || machine.uncertain > 1) break;
    }
  } finally {
    machine.changing.pop();
  }
  return machine.run(node.orelse);
}

/** What the names were wherever a turn or the whole loop was left early is possible behind it, too. */
function collectLeft<Answer>(machine: Machine, follow: () => Answer): Answer {
  const loop = { depth: machine.frame.layers.length, left: [] as Branch["layer"][] };
  machine.loops.push(loop);
  try {
    return follow();
  } finally {
    machine.loops.pop();
    const ways = loop.left.map((layer) => ({ layer, goesOn: true }));
    if (ways.length > 0) mergeBranches(machine.frame, ways, true);
  }
}

const maxWays = 40;

/** `break` or `continue`. */
export function leaveTurn(machine: Machine, how: "break" | "continue"): StatementEnd {
  const loop = machine.loops.at(-1);
  const layers = loop && machine.frame.layers.slice(loop.depth);
  if (loop && layers && layers.length > 0 && loop.left.length < maxWays)
    loop.left.push(new Map(layers.flatMap((layer) => [...layer])));
  return how;
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
  return followAnyTurns(machine, node, () => {
    refine(machine, node.test, true);
    return machine.run(node.body);
  });
}

type Stored = Readonly<{ id: string; start: number }>;
const stored = new WeakMap<Machine, readonly Stored[]>();

/** The names that a part of the program gives a value to. */
function namesSetIn(machine: Machine, { start, end }: Node): ReadonlySet<string> {
  let all = stored.get(machine);
  if (!all) {
    const names = machine.tree.nodes.filter((node) => node.kind === "Name" && node.ctx !== "Load");
    all = (names as Extract<Node, { kind: "Name" }>[]).toSorted((a, b) => a.start - b.start);
    stored.set(machine, all);
  }
  let [first, behind] = [0, all.length];
  while (first < behind) {
    const middle = (first + behind) >> 1;
    if (all[middle]!.start < start) first = middle + 1;
    else behind = middle;
  }
  const names = new Set<string>();
  for (let at = first; at < all.length && all[at]!.start < end; at += 1) names.add(all[at]!.id);
  return names;
}
