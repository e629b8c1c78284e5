import type { For, While } from "../tree/nodes.ts";
import { assign } from "./assign.ts";
import { gaveUp, Raised } from "./failure.ts";
import { invalidate } from "./invalidate.ts";
import { truth } from "./operators.ts";
import { leave, perhaps, step, type BlockEnd, type Run } from "./run.ts";
import {
  contentsOf,
  isFresh,
  isOneShot,
  isStale,
  memberOf,
  membersOf,
  mustIterate,
  useUp,
} from "./sequences.ts";
import { copyOf, join, sizeOf, thingOf, type State } from "./state.ts";
import { integerOf } from "../values/value.ts";
import { int, type KnownValue } from "./values.ts";

/** Rounds that are followed one by one where the program is not followed on one path only. */
const maxRounds = 100;
/** Rounds that are looked at of a loop that counts from a known number to an unknown one, where nobody can say how far. */
const openingRounds = 3;

export function runFor(run: Run, node: For): BlockEnd {
  const source = run.evaluate(node.iter);
  mustIterate(run, source, node.iter);
  if (node.kind === "AsyncFor") leave(run, source);
  // What takes from an iterator inside of the loop takes it away from the loop.
  const isOwn = !isOneShot(run, source) || isFresh(run, node.iter);
  const members = node.kind === "For" && isOwn ? membersOf(run, source) : undefined;
  if (members && (run.isStrict || members.length <= maxRounds)) {
    const flow = roundByRound(run, node, source, members);
    if (flow !== undefined) return flow;
  }
  const firsts = openings(run, source);
  useUp(run, source);
  return throughAll(run, node, firsts, () => memberOf(run, source));
}

/** The first values of a loop whose end is not known. */
function openings(run: Run, source: KnownValue): KnownValue[] {
  const range = thingOf(run.state, source)?.range;
  const start = range && integerOf(range[0]);
  const stride = range && integerOf(range[2]);
  if (start === undefined || stride === undefined || integerOf(range![1]) !== undefined)
    return [memberOf(run, source)];
  const rounds = run.isUncalled ? openingRounds : 1;
  return Array.from({ length: rounds }, (_, at) => int(start + stride * BigInt(at)));
}

/** Follows every round; undefined, with nothing changed, when it cannot be told which rounds there are. */
function roundByRound(
  run: Run,
  node: For,
  source: KnownValue,
  members: readonly KnownValue[],
): BlockEnd | undefined {
  const entry = run.isStrict ? undefined : remember(run);
  const kept = thingOf(run.state, source);
  const contents = contentsOf(run, source);
  return counted(run, () => {
    for (const member of members) {
      step(run);
      assign(run, node.target, member);
      const flow = run.execute(node.body);
      if (run.isUncertain) return restore(run, entry!);
      if (flow === "break") return "next";
      if (flow !== "next" && flow !== "continue") return flow;
      if (kept && (contentsOf(run, source) !== contents || isStale(run, kept))) {
        mustKeepSize(run, node, kept, source);
        if (run.isStrict) throw gaveUp;
        return restore(run, entry!);
      }
    }
    return node.orelse.length > 0 ? run.execute(node.orelse) : "next";
  });
}

function mustKeepSize(run: Run, node: For, before: ReturnType<typeof thingOf>, source: KnownValue): void {
  const after = thingOf(run.state, source);
  if (!before?.entries || !after?.entries || before.entries.size === after.entries.size) return;
  const message =
    "The loop changes the size of what it iterates over: the next iteration raises RuntimeError. Iterate over a copy: `list(…)`.";
  throw new Raised(node.iter, "changed-while-iterated", "RuntimeError", message);
}

function remember(run: Run): State {
  step(run, sizeOf(run.state) / 8);
  return copyOf(run.state);
}

function restore(run: Run, entry: State): undefined {
  run.state = entry;
  return undefined;
}

/** Inside, rounds are told apart: what fails behind an undecided condition may never be reached. */
function counted<Result>(run: Run, go: () => Result): Result {
  const { isUncertain, mute, since } = run;
  run.counting += 1;
  run.isUncertain = false;
  try {
    return go();
  } finally {
    run.counting -= 1;
    Object.assign(run, { isUncertain, mute, since });
  }
}

/** The rounds are not known: the first ones are looked at, then any of them. */
function throughAll(
  run: Run,
  node: For | While,
  firsts: readonly KnownValue[],
  any: () => KnownValue,
): BlockEnd {
  const entry = remember(run);
  const { isUncertain } = run;
  perhaps(run, undefined, () => lookAtFirst(run, node, firsts));
  run.state = entry;
  invalidate(run, node);
  const after = remember(run);
  perhaps(run, undefined, () => oneRound(run, node, any()));
  run.isUncertain = isUncertain || (run.counting > 0 && mayLeave(run, node));
  run.state = after;
  if (node.kind === "While") truth(run, run.evaluate(node.test));
  return node.orelse.length > 0 ? orElse(run, node) : "next";
}

function lookAtFirst(run: Run, node: For | While, firsts: readonly KnownValue[]): void {
  const started = run.clock + 1;
  counted(run, () => {
    for (const [round, value] of firsts.entries()) {
      if (round === 1) run.since = started;
      const flow = oneRound(run, node, value);
      if (flow !== "next" || run.isUncertain) break;
    }
  });
}

function oneRound(run: Run, node: For | While, value: KnownValue): BlockEnd {
  if (node.kind !== "While") assign(run, node.target, value);
  else if (truth(run, run.evaluate(node.test)) === false) return "dead";
  return run.execute(node.body);
}

/** A loop that is left by `break` passes its `else` by. */
function orElse(run: Run, node: For | While): BlockEnd {
  if (!hasBreak(run, node)) return run.execute(node.orelse);
  const passedBy = remember(run);
  const flow = perhaps<BlockEnd>(run, "raised", () => run.execute(node.orelse));
  run.state = flow === "next" ? join(passedBy, run.state) : passedBy;
  return "next";
}

function mayLeave(run: Run, node: For | While): boolean {
  return run.facts.parts(node).some(({ kind }) => kind === "Return" || kind === "Raise");
}

export function runWhile(run: Run, node: While): BlockEnd {
  const entry = run.isStrict ? undefined : remember(run);
  const flow = counted(run, () => {
    for (let round = 0; ; round += 1) {
      step(run);
      const known = truth(run, run.evaluate(node.test));
      if (known === false) return node.orelse.length > 0 ? run.execute(node.orelse) : "next";
      if (known === undefined || (entry && round >= maxRounds)) {
        if (!entry) throw gaveUp;
        return undefined;
      }
      const after = run.execute(node.body);
      if (run.isUncertain) return undefined;
      if (after === "break") return "next";
      if (after !== "next" && after !== "continue") return after;
    }
  });
  if (flow !== undefined) return flow;
  run.state = entry!;
  const next = throughAll(run, node, [int(0)], () => int(0));
  const isEndless =
    node.test.kind === "Constant" && truth(run, run.evaluate(node.test)) === true && !hasBreak(run, node);
  return isEndless ? "dead" : next;
}

/** Whether a `break` leaves this very loop. */
function hasBreak(run: Run, node: For | While): boolean {
  return run.facts.parts(node).some((part) => {
    if (part.kind !== "Break") return false;
    let at = part.parent;
    while (at && at.kind !== "For" && at.kind !== "While" && at.kind !== "AsyncFor") at = at.parent;
    return at === node;
  });
}
